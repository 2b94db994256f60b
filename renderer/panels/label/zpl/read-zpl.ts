import type { Label } from '#contract/api-v3/label.ts';
import { bytesAsText } from './character-sets.ts';
import { finishLabel } from './finish-label.ts';
import { partFormats, Templates, type LabelFormat } from './label-formats.ts';
import { newPrinter, type ZplState } from './printer-state.ts';
import { readLabel, TooMuchError, type Allowance } from './read-label.ts';
import { readCommands } from './zpl-command.ts';
import type { Density } from './zpl-object.ts';
import { ZplWarnings, type ZplWarning } from './zpl-warnings.ts';

/** Why nothing of a file can be imported. */
export type ZplFault = { kind: 'tooLarge' | 'noLabel' | 'nothingDrawn' } | { kind: 'tooMuch'; line: number };

/** A label, and what is to be known of it. */
export interface ZplContent {
  label: Label;
  warnings: ZplWarning[];
  /** How many more warnings there are. */
  warningsLeft: number;
}

/** A label of a file. Its content is finished when it is first asked for: checking codes takes its time. */
export class ZplLabel {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly #finish: () => ZplContent;
  #content: ZplContent | undefined;

  constructor(line: number, finish: () => ZplContent) {
    this.line = line;
    this.#finish = finish;
  }

  get content(): ZplContent {
    this.#content ??= this.#finish();
    return this.#content;
  }
}

export interface ZplReading {
  labels: ZplLabel[];
  /** Whether the file has more than is read. */
  isCut: boolean;
  fault: ZplFault | undefined;
}

/** Bytes that are read. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_LABELS = 200;
const ALLOWED: Allowance = { objects: 10_000, commands: 200_000 };

/** Reads a file of ZPL II. Whatever it holds, the answer is labels or what is wrong. */
export function readZpl(bytes: Uint8Array, density: Density): ZplReading {
  if (bytes.length > MOST_BYTES) return { labels: [], isCut: false, fault: { kind: 'tooLarge' } };
  return new FileReader(density).read(bytesAsText(bytes));
}

class FileReader {
  readonly #printer: ZplState;
  readonly #templates = new Templates();
  readonly #labels: ZplLabel[] = [];
  readonly #allowance = { ...ALLOWED };
  /** Of the next label: what was said in labels that draw nothing belongs to it too. */
  #warnings = new ZplWarnings();
  #isCut = false;
  #hasFormat = false;

  constructor(density: Density) {
    this.#printer = newPrinter(density);
  }

  read(text: string): ZplReading {
    try {
      for (const format of partFormats(limited(text))) if (!this.#templates.keep(format)) this.#take(format);
      for (const format of this.#templates.unused()) this.#take(format);
    } catch (error) {
      if (!(error instanceof TooMuchError)) throw error;
      if (this.#labels.length === 0) return { labels: [], isCut: false, fault: { kind: 'tooMuch', line: error.line } };
      this.#isCut = true;
    }
    const labels = this.#labels.sort((one, other) => one.line - other.line);
    const kind = this.#hasFormat ? 'nothingDrawn' : 'noLabel';
    return { labels, isCut: this.#isCut, fault: labels.length > 0 ? undefined : { kind } };
  }

  #take(format: LabelFormat): void {
    this.#hasFormat = true;
    if (this.#labels.length === MOST_LABELS) throw new TooMuchError(format.line);
    const warnings = this.#warnings;
    if (format.isOpen) warnings.add('labelOpen', { name: '^XA', line: format.line });
    const commands = this.#templates.fill(format, (recall) => warnings.add('templateMissing', recall, { text: recall.data }));
    const drawn = readLabel({ commands, printer: this.#printer, warnings, allowance: this.#allowance });
    if (!drawn) return;
    const finish = (): ZplContent => {
      const label = finishLabel(drawn, warnings);
      return { label, warnings: warnings.list(), warningsLeft: warnings.left };
    };
    this.#labels.push(new ZplLabel(format.line, finish));
    this.#warnings = new ZplWarnings();
  }
}

/** The commands of a text, as many as are read. */
function* limited(text: string): ReturnType<typeof readCommands> {
  let count = 0;
  for (const command of readCommands(text)) {
    count += 1;
    if (count > ALLOWED.commands) throw new TooMuchError(command.line);
    yield command;
  }
}
