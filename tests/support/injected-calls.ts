import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ownChild } from './own-children.ts';

/** What the system answers to some calls of a running process, from now on until `stop`: as on a disk that fails, and is well again later. */
export class InjectedCalls {
  readonly #strace: ChildProcess;

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
  }

  /** `injection` is what strace's `inject=` takes, the calls included. */
  static async into(pid: number, injection: string): Promise<InjectedCalls> {
    const calls = injection.split(':', 1)[0] ?? '';
    const flags = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${injection}`, '-p', String(pid)];
    const strace = ownChild(spawn('strace', flags, { stdio: ['ignore', 'ignore', 'pipe'] }));
    // It says so once it holds every thread.
    await once(strace.stderr!, 'data');
    return new InjectedCalls(strace);
  }

  /** The process goes on without. */
  async stop(): Promise<void> {
    const gone = once(this.#strace, 'exit');
    this.#strace.kill('SIGINT');
    await gone;
  }
}
