import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** A program of `tests/fixtures/processes` in its own process, which the test may kill. */
export class FixtureProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(program: string, ...args: string[]) {
    this.#child = spawn(process.execPath, [join(import.meta.dirname, '../fixtures/processes', program), ...args]);
    this.#child.stderr.pipe(process.stderr);
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
    onTestFinished(() => this.kill());
  }

  /** The next line that it prints; undefined once it has ended. */
  async line(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    return done ? undefined : value;
  }

  /** Asks the process to end, and returns its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    return ((await exit) as [number | null])[0];
  }

  /** Kills the process, and resolves when it has ended. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
