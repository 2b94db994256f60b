import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const running = new Set<ChildProcess>();

/** Registers a child process until it ends. */
export function ownChild(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends the registered children with this process, unless it is killed by SIGKILL, so that a stopped run leaves no processes. */
export function endWithChildren(): void {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
