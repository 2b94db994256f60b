import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { issueMessage } from '#contract/issue-message.ts';
import { writeDurably } from './durable-file.ts';

/** The file in the station's data folder with what is needed before a page can be opened. People may edit it while the station does not run. */
export const STROBE_FILE = 'strobe.json';

const strobeFileSchema = z.looseObject({});

/** The file cannot be used. The message names the fault. */
export class StrobeFileError extends Error {}

/** Reads and writes parts of the file, each under a key of its own. Other keys are kept. */
export class StrobeFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The part under a key; undefined when there is none. Throws a `StrobeFileError`. */
  read<Part>(key: string, schema: z.ZodType<Part>): Part | undefined {
    const value = this.#content()[key];
    if (value === undefined || value === null) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const place = [key, ...(issue?.path ?? [])].join('.');
    throw new StrobeFileError(`${STROBE_FILE}: ${place} ${issue ? issueMessage(issue) : 'is invalid'}`);
  }

  /** Replaces the part under a key; null removes it. Throws a `StrobeFileError` for a file that is no JSON object, and what the disk throws. */
  write(key: string, part: unknown): void {
    const { [key]: _former, ...others } = this.#content();
    const content = part === null ? others : { ...others, [key]: part };
    writeDurably(this.#path, `${JSON.stringify(content, undefined, 2)}\n`);
  }

  #content(): Record<string, unknown> {
    if (!existsSync(this.#path)) return {};
    try {
      return strobeFileSchema.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (cause) {
      if (cause instanceof SyntaxError || cause instanceof z.ZodError)
        throw new StrobeFileError(`${STROBE_FILE} is no JSON object`, { cause });
      throw cause;
    }
  }
}
