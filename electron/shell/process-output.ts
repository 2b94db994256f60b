import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Longest wait in milliseconds for the end of the output after the process has exited. */
const END_LIMIT = 1_000;

/**
 * Reads the whole output of a utility process. Electron removes all listeners from the output when the process exits, before the last bytes have
 * arrived, so a plain listener for lines or 'end' would never be called.
 */
export class ProcessOutput {
  readonly #output: NodeJS.ReadableStream | null;
  readonly #copy = new PassThrough();
  readonly #write = (bytes: Buffer): void => void this.#copy.write(bytes);

  /** Null for a process without a pipe. */
  constructor(output: NodeJS.ReadableStream | null) {
    this.#output = output;
    output?.on('data', this.#write);
  }

  onLine(listener: (line: string) => void): void {
    createInterface({ input: this.#copy }).on('line', listener);
  }

  /** Call it after the process has exited. Resolves when the last line has been passed on, or after a second without the end of the output. */
  async readToEnd(): Promise<void> {
    this.#output?.off('data', this.#write).on('data', this.#write);
    if (this.#output) await endOf(this.#output);
    this.#copy.end();
    await finished(this.#copy.resume());
  }
}

async function endOf(output: NodeJS.ReadableStream): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), END_LIMIT);
  // A read error ends the output too.
  await finished(output, { signal: late.signal }).catch(() => undefined);
  clearTimeout(timer);
}
