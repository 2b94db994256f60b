import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { ownChild } from './own-children.ts';

/** Makes system calls of a running process fail until `stop`, like a disk with a temporary fault (strace). */
export class InjectedCalls {
  readonly #strace: ChildProcess;

  private constructor(strace: ChildProcess) {
    this.#strace = strace;
  }

  /** `injection` is the argument of strace's `inject=`, including the system calls. */
  static async into(pid: number, injection: string): Promise<InjectedCalls> {
    const calls = injection.split(':', 1)[0] ?? '';
    const flags = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${injection}`, '-p', String(pid)];
    const strace = ownChild(spawn('strace', flags, { stdio: ['ignore', 'ignore', 'pipe'] }));
    // strace prints a line when it has attached to every thread.
    await once(strace.stderr!, 'data');
    return new InjectedCalls(strace);
  }

  /** Detaches from the process. */
  async stop(): Promise<void> {
    const gone = once(this.#strace, 'exit');
    this.#strace.kill('SIGINT');
    await gone;
  }
}
