import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RestartedProgramOptions {
  /** The arguments of Node; asked for at each start. */
  args: () => string[];
  onLine: (line: string) => void;
  /** It ended without being asked to. */
  onEnd: (code: number) => void;
}

/** A program that is ended in order and started again when its code has changed. */
export class RestartedProgram {
  readonly #options: RestartedProgramOptions;
  #child: ChildProcess | undefined;
  #restarting: Promise<void> | undefined;
  #isStale = false;
  #isStopped = false;

  constructor(options: RestartedProgramOptions) {
    this.#options = options;
  }

  start(): void {
    // In a group of its own: the Ctrl-C of a terminal would reach it a second time.
    const child = spawn(process.execPath, this.#options.args(), {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: process.platform !== 'win32',
    });
    createInterface({ input: child.stdout }).on('line', this.#options.onLine);
    child.once('close', (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#options.onEnd(code ?? 1);
    });
    this.#child = child;
  }

  /** Starts it again; however often it is called meanwhile, once more after the last call. */
  restart(): Promise<void> {
    this.#isStale = true;
    return (this.#restarting ??= this.#restartWhileStale().finally(() => (this.#restarting = undefined)));
  }

  /** Ends it in order, for good. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#restarting;
    await this.#end();
  }

  async #restartWhileStale(): Promise<void> {
    while (this.#isStale && !this.#isStopped) {
      this.#isStale = false;
      await this.#end();
      if (!this.#isStopped) this.start();
    }
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  }
}
