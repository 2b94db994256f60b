import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const running = new Set<ChildProcess>();

/** Remembers a child process for as long as it runs. */
export function ownChild(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** From now on the children that are remembered end with this process, unless SIGKILL ends it: nobody is left behind by a run that is stopped. */
export function endWithChildren(): void {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}
