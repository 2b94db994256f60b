import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';

/** How long the end of an output may be on its way once its process is gone. */
const END_LIMIT = 1_000;

/**
 * What a utility process writes, to be read to its end. Electron takes every listener from the output at the exit, whatever is still on its way: who
 * waits for its end or its last line in the usual way waits for ever.
 */
export class ProcessOutput {
  readonly #output: NodeJS.ReadableStream | null;
  readonly #kept = new PassThrough();
  readonly #keep = (bytes: Buffer): void => void this.#kept.write(bytes);

  /** Null for a process that writes nowhere. */
  constructor(output: NodeJS.ReadableStream | null) {
    this.#output = output;
    output?.on('data', this.#keep);
  }

  onLine(listener: (line: string) => void): void {
    createInterface({ input: this.#kept }).on('line', listener);
  }

  /** Once Electron has told the exit: resolves when the last line was told, and soon when the output has no end. */
  async readToEnd(): Promise<void> {
    this.#output?.off('data', this.#keep).on('data', this.#keep);
    if (this.#output) await endOf(this.#output);
    this.#kept.end();
    await finished(this.#kept.resume());
  }
}

async function endOf(output: NodeJS.ReadableStream): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), END_LIMIT);
  // What cannot be read any more is not waited for either.
  await finished(output, { signal: late.signal }).catch(() => undefined);
  clearTimeout(timer);
}
