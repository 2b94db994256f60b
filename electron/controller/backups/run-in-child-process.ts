import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The files that a command has created so far, and how many bytes it has to read or write. */
export interface PartialFiles {
  files: string[];
  bytes: number;
}

/** Time limits in milliseconds: until the command has reported its files, and in addition to the time that its bytes take. */
interface Limits {
  toBegin: number;
  toEnd: number;
}

const LIMITS: Limits = { toBegin: 60_000, toEnd: 60_000 };
/** The speed of the slowest USB stick, in bytes per millisecond. */
const MIN_BYTES_PER_MILLISECOND = 500;
const REMOVAL_LIMIT = 5_000;
const REMOVAL = fileURLToPath(new URL('./remove-partial-files.ts', import.meta.url));

/** A command failed; the message is one line for the person at the terminal. */
export class CommandFailedError extends Error {}

/** Whether `runInChildProcess` started this process. */
export function isChildProcess(): boolean {
  return process.send !== undefined;
}

/** Reports the partial files to the parent process, which removes them if this process hangs. Does nothing without a parent. */
export function reportPartialFiles(partial: PartialFiles): void {
  process.once('disconnect', () => process.exit(1));
  process.send?.(partial);
}

/** A child process that may hang in a system call, for example on a network share that does not respond. */
export interface ChildProcessHandle {
  onMessage: (listener: (message: unknown) => void) => void;
  /** Resolves with its exit code. */
  ended: Promise<number>;
  /** Kills it with SIGKILL, since it may not handle other signals. */
  kill: () => void;
}

/** The programs to run as child processes. */
export interface ChildPrograms {
  command: () => ChildProcessHandle;
  /** Removes these files: `remove-partial-files.ts`. */
  removal: (files: readonly string[]) => ChildProcessHandle;
}

/** Runs a Node program as `runWithinLimits` does. */
export function runInChildProcess(entry: string, args: readonly string[], limits: Limits = LIMITS): Promise<number> {
  const command = () => nodeProcess(fork(entry, args));
  const removal = (files: readonly string[]) => nodeProcess(fork(REMOVAL, files, { stdio: 'ignore' }));
  return runWithinLimits({ command, removal }, limits);
}

/**
 * F8: runs a command in a child process, because a hanging system call can only be ended with its process. Returns the exit code. Throws a
 * `CommandFailedError` when the process was killed, naming the partial files that could not be removed.
 */
export async function runWithinLimits({ command, removal }: ChildPrograms, limits: Limits = LIMITS): Promise<number> {
  const process = command();
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let partial: PartialFiles = { files: [], bytes: 0 };
  let timer = setTimeout(() => resolve(undefined), limits.toBegin);
  process.onMessage((message) => {
    partial = message as PartialFiles;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(undefined), limits.toEnd + partial.bytes / MIN_BYTES_PER_MILLISECOND);
  });
  const code = await Promise.race([process.ended, late]);
  clearTimeout(timer);
  if (code !== undefined) return code;
  process.kill();
  // Even a kill has no effect while the kernel waits for the disk.
  const isGone = (await within(REMOVAL_LIMIT, process.ended)) !== undefined;
  const left = isGone && (await isRemoved(removal(partial.files))) ? [] : partial.files;
  const rest = left.length === 0 ? '' : `; partial files may remain: ${left.join(', ')}`;
  throw new CommandFailedError(`the disk or network share does not respond: the command was ended${rest}`);
}

function nodeProcess(child: ChildProcess): ChildProcessHandle {
  return {
    onMessage: (listener) => void child.on('message', listener),
    ended: once(child, 'exit').then(([code]) => (code as number | null) ?? 1),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Removing a file may hang as well. */
async function isRemoved(removal: ChildProcessHandle): Promise<boolean> {
  const code = await within(REMOVAL_LIMIT, removal.ended);
  if (code === undefined) removal.kill();
  return code === 0;
}

/** Undefined when `work` took longer than `limit` milliseconds. */
async function within<Result>(limit: number, work: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limit);
  const result = await Promise.race([work, late]);
  clearTimeout(timer);
  return result;
}
