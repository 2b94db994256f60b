import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What came out of a coder that draws on board; `fields` by name, or by number where the device has no names. `partial`: an error or a power failure interrupted it. `test`: a print at the panel. */
export interface FieldPrint {
  kind: 'label' | 'partial' | 'test';
  message: string;
  fields: Readonly<Record<string, string>>;
}

/** Writes what comes out of a coder to a file, a line of JSON for each print, numbered from 1. */
export class PrintLog {
  readonly #file: string;
  #prints = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'prints.jsonl');
  }

  add(print: FieldPrint): void {
    appendFileSync(this.#file, `${JSON.stringify({ number: ++this.#prints, ...print })}\n`);
  }
}
