import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { identityAt } from './file-identity.ts';

/** Milliseconds between two checks. */
const INTERVAL = 1_000;
/** Longest age of a check before a print, in milliseconds. */
const FRESH = 50;

/** The data folder or an open file in it was moved, deleted or replaced: writes go to another place, or are lost. */
export class FolderLostError extends Error {
  constructor(folder: string, { reason, cause }: { reason: string; cause?: unknown }) {
    super(`The data folder ${folder} is no longer the one that this program has opened: ${reason}.`, { cause });
    this.name = 'FolderLostError';
  }
}

export interface FolderWatchOptions {
  /** May be a symbolic link, which is followed at each check. */
  folder: string;
  /** Monotonic time in milliseconds. */
  elapsed: () => number;
  /** Runs `act` once after `delay` milliseconds. The returned function cancels it. */
  after: (delay: number, act: () => void) => () => void;
  /** Called once for each loss. */
  onLost: (error: FolderLostError) => void;
  /** The folder is back. */
  onBack?: () => void;
}

/**
 * Detects that a data folder or an open file in it was moved, deleted, replaced or unmounted, after which writes to the open files still succeed. It
 * compares the identity of each path by `stat` only, because closing another handle of a file would release SQLite's POSIX locks on it.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  /** Identity of each path when it was first seen; undefined until the file exists. */
  readonly #identities = new Map<string, string | undefined>();
  /** Keeps the inode from being reused while the folder is deleted. */
  #handle: number | undefined;
  #isLost = false;
  #checkedAt = -Infinity;
  #cancel: (() => void) | undefined;

  /** Throws when the folder does not exist. */
  constructor(options: FolderWatchOptions) {
    this.#options = options;
    const { folder } = options;
    this.#identities.set(folder, identityAt(folder));
    this.#handle = process.platform === 'win32' ? undefined : openSync(folder, 'r');
  }

  /** Also watches files, which must stay open. A file that does not exist yet is watched once it does. */
  add(...files: readonly string[]): void {
    for (const file of files) this.#identities.set(file, undefined);
    this.check();
  }

  /** Call it before the files are closed: SQLite then deletes its WAL. */
  forget(...files: readonly string[]): void {
    for (const file of files) this.#identities.delete(file);
  }

  start(): void {
    this.#cancel = this.#options.after(INTERVAL, () => {
      this.start();
      this.look();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#identities.clear();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** Checks now. Throws a `FolderLostError`, after which these paths must not be written to. */
  check(): void {
    const lost = this.look();
    if (lost) throw lost;
  }

  /** Checks unless the last check is recent. Called before a print. */
  lookAfterPause(): void {
    if (this.#options.elapsed() - this.#checkedAt > FRESH) this.look();
  }

  /** Checks now, and calls `onLost` or `onBack` if the state has changed. */
  look(): FolderLostError | undefined {
    const { onLost, onBack } = this.#options;
    const lost = this.#findLoss();
    const wasLost = this.#isLost;
    this.#isLost = lost !== undefined;
    if (lost && !wasLost) onLost(lost);
    if (!lost && wasLost) onBack?.();
    if (!lost) this.#checkedAt = this.#options.elapsed();
    return lost;
  }

  #findLoss(): FolderLostError | undefined {
    const { folder } = this.#options;
    for (const [path, expected] of this.#identities) {
      try {
        const found = identityAt(path);
        if (expected === undefined) this.#identities.set(path, found);
        else if (found !== expected) return new FolderLostError(folder, { reason: `${path} was replaced` });
        requireWritable(path);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        const isExpected = expected === undefined && code === 'ENOENT' && path !== folder;
        if (isExpected || TRANSIENT.has(code)) continue;
        return new FolderLostError(folder, { reason: lossOf(path, code), cause: error });
      }
    }
    return undefined;
  }
}

/** Ignores a read-only disk, which is handled elsewhere (`disk-read-only`). */
function requireWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EROFS')) throw error;
  }
}

function lossOf(path: string, code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return `${path} was moved or deleted`;
  return `${path} can no longer be accessed or written (${code})`;
}

/** Errors of the machine that say nothing about the folder. */
const TRANSIENT: ReadonlySet<string> = new Set(['EBUSY', 'EAGAIN', 'EINTR', 'ENOMEM', 'EMFILE', 'ENFILE']);
