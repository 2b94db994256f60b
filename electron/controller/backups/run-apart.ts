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

/** A process that may hang in a call to the disk, as with a network share that does not answer: one of Node's, or of Electron's. */
export interface ApartProcess {
  onMessage: (listener: (message: unknown) => void) => void;
  /** Resolves with its exit code. */
  ended: Promise<number>;
  /** Ends it without asking it: it may hear nothing. */
  kill: () => void;
}

/** What is run apart. */
export interface ApartPrograms {
  command: () => ApartProcess;
  /** Removes these files: see `remove-begun.ts`. */
  removal: (files: readonly string[]) => ApartProcess;
}

/** Runs a program of Node's apart, as `runWithinLimits` does. */
export function runApart(entry: string, args: readonly string[], limits: Limits = LIMITS): Promise<number> {
  const command = () => nodeProcess(fork(entry, args));
  const removal = (files: readonly string[]) => nodeProcess(fork(REMOVAL, files, { stdio: 'ignore' }));
  return runWithinLimits({ command, removal }, limits);
}

/**
 * F8: runs a command in a process of its own: when it hangs nothing but its end helps. Returns its exit code. Throws a `CommandFailedError` when it
 * was ended, with what could not be removed of what it began.
 */
export async function runWithinLimits({ command, removal }: ApartPrograms, limits: Limits = LIMITS): Promise<number> {
  const process = command();
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let begun: Begun = { files: [], bytes: 0 };
  let timer = setTimeout(() => resolve(undefined), limits.toBegin);
  process.onMessage((message) => {
    begun = message as Begun;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(undefined), limits.toEnd + begun.bytes / SLOWEST);
  });
  const code = await Promise.race([process.ended, late]);
  clearTimeout(timer);
  if (code !== undefined) return code;
  process.kill();
  // Not even that helps where the system itself waits for the disk.
  const isGone = (await within(REMOVAL_LIMIT, process.ended)) !== undefined;
  const left = isGone && (await isRemoved(removal(begun.files))) ? [] : begun.files;
  const rest = left.length === 0 ? '' : `; what it began may still be there: ${left.join(', ')}`;
  throw new CommandFailedError(`the disk or network share does not answer: the command was ended${rest}`);
}

function nodeProcess(child: ChildProcess): ApartProcess {
  return {
    onMessage: (listener) => void child.on('message', listener),
    ended: once(child, 'exit').then(([code]) => (code as number | null) ?? 1),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** To remove a file may hang as well. */
async function isRemoved(removal: ApartProcess): Promise<boolean> {
  const code = await within(REMOVAL_LIMIT, removal.ended);
  if (code === undefined) removal.kill();
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
