import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a command began, and how much it has to read or write. */
export interface Begun {
  files: string[];
  bytes: number;
}

/** Milliseconds: until a command has looked at what it was given, and beyond the time that its bytes take. */
interface Limits {
  toBegin: number;
  toEnd: number;
}

const LIMITS: Limits = { toBegin: 60_000, toEnd: 60_000 };
/** Bytes per millisecond that the slowest stick takes. */
const SLOWEST = 500;
const REMOVAL_LIMIT = 5_000;
const REMOVAL = fileURLToPath(new URL('./remove-begun.ts', import.meta.url));

/** A command that did not do what it should; the message is one line for the person at the terminal. */
export class CommandFailedError extends Error {}

/** Whether this process is one that `runApart` has started. */
export function isApart(): boolean {
  return process.send !== undefined;
}

/** Says to the process that waits for this one, and with which it ends, what is begun; without one nobody has to know. */
export function tellBegun(begun: Begun): void {
  process.once('disconnect', () => process.exit(1));
  process.send?.(begun);
}

/**
 * F8: runs a program in a process of its own that may hang in a call to the disk, as with a network share that does not answer: then nothing but
 * its end helps. Returns its exit code. Throws a `CommandFailedError` when it was ended, with what could not be removed of what it began.
 */
export async function runApart(entry: string, args: readonly string[], limits: Limits = LIMITS): Promise<number> {
  const child = fork(entry, args);
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let begun: Begun = { files: [], bytes: 0 };
  let timer = setTimeout(() => resolve(undefined), limits.toBegin);
  child.on('message', (message) => {
    begun = message as Begun;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(undefined), limits.toEnd + begun.bytes / SLOWEST);
  });
  const code = await Promise.race([exitOf(child), late]);
  clearTimeout(timer);
  if (code !== undefined) return code;
  const isGone = await ended(child);
  const left = isGone && (await isRemoved(begun.files)) ? [] : begun.files;
  const rest = left.length === 0 ? '' : `; what it began may still be there: ${left.join(', ')}`;
  throw new CommandFailedError(`the disk or network share does not answer: the command was ended${rest}`);
}

async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** False when not even that helps: the system waits for the disk. */
async function ended(child: ChildProcess): Promise<boolean> {
  const exit = exitOf(child);
  child.kill('SIGKILL');
  return (await within(REMOVAL_LIMIT, exit)) !== undefined;
}

/** To remove a file may hang as well. */
async function isRemoved(files: readonly string[]): Promise<boolean> {
  const removal = fork(REMOVAL, files, { stdio: 'ignore' });
  const code = await within(REMOVAL_LIMIT, exitOf(removal));
  if (code === undefined) removal.kill('SIGKILL');
  return code === 0;
}

/** Undefined when it took longer. */
async function within<Result>(limit: number, work: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limit);
  const result = await Promise.race([work, late]);
  clearTimeout(timer);
  return result;
}
