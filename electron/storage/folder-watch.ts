import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { identityAt } from './file-identity.ts';

/** How often it is looked, in milliseconds. */
const INTERVAL = 1_000;
/** A look that is no older than this, in milliseconds, is good enough to begin a print. */
const FRESH = 50;

/** The data folder, or a file in it that is open, is not at its place any more: what is written goes elsewhere, or is kept by nobody. */
export class FolderLostError extends Error {
  constructor(folder: string, { what, cause }: { what: string; cause?: unknown }) {
    super(`The data folder ${folder} is not the one any more in which this program works: ${what}.`, { cause });
    this.name = 'FolderLostError';
  }
}

export interface FolderWatchOptions {
  /** As it was given: a symbolic link is followed with each look. */
  folder: string;
  /** Milliseconds that only ever grow. */
  elapsed: () => number;
  /** Runs `act` once after `delay` milliseconds; what is returned takes it back. */
  after: (delay: number, act: () => void) => () => void;
  /** Comes once for each loss, as soon as anybody comes upon it. */
  onLost: (error: FolderLostError) => void;
  /** The folder is at its place again. */
  onBack?: () => void;
}

/**
 * Watches whether a data folder and the files in it that are held open are still what their paths lead to. Whoever moves, deletes, replaces or
 * unmounts them is not noticed otherwise: the open files can be written as before. Looks with `stat` alone, since to close a further handle of a
 * file would give away the locks of SQLite on it.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  /** What was at each path when it was seen first; undefined for one that was not there yet. */
  readonly #known = new Map<string, string | undefined>();
  /** While it is open no other folder gets the same number. */
  #handle: number | undefined;
  #isLost = false;
  #lookedAt = -Infinity;
  #cancel: (() => void) | undefined;

  /** Throws where there is no such folder. */
  constructor(options: FolderWatchOptions) {
    this.#options = options;
    const { folder } = options;
    this.#known.set(folder, identityAt(folder));
    this.#handle = process.platform === 'win32' ? undefined : openSync(folder, 'r');
  }

  /** Watches files too, which stay open as long as this: those that are not there yet from the moment on in which they are seen. */
  add(...files: readonly string[]): void {
    for (const file of files) this.#known.set(file, undefined);
    this.check();
  }

  /** Who holds them closes them: SQLite takes its log away then. */
  forget(...files: readonly string[]): void {
    for (const file of files) this.#known.delete(file);
  }

  start(): void {
    this.#cancel = this.#options.after(INTERVAL, () => {
      this.look();
      this.start();
    });
  }

  /** Nothing is found to be lost any more. */
  stop(): void {
    this.#cancel?.();
    this.#known.clear();
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }

  /** Looks now. Throws a `FolderLostError`: then nothing may be written to these paths. */
  check(): void {
    const lost = this.look();
    if (lost) throw lost;
  }

  /** Looks when the last look was some time ago, as before a print after a pause. */
  lookAfterPause(): void {
    if (this.#options.elapsed() - this.#lookedAt > FRESH) this.look();
  }

  /** Looks now, and tells of a loss, or of its end. */
  look(): FolderLostError | undefined {
    const { onLost, onBack } = this.#options;
    const lost = this.#findLoss();
    const wasLost = this.#isLost;
    this.#isLost = lost !== undefined;
    if (lost && !wasLost) onLost(lost);
    if (!lost && wasLost) onBack?.();
    if (!lost) this.#lookedAt = this.#options.elapsed();
    return lost;
  }

  #findLoss(): FolderLostError | undefined {
    const { folder } = this.#options;
    for (const [path, known] of this.#known) {
      try {
        const found = identityAt(path);
        if (known === undefined) this.#known.set(path, found);
        else if (found !== known) return new FolderLostError(folder, { what: `another one is at ${path} now` });
        requireWritable(path);
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        const isAwaited = known === undefined && code === 'ENOENT' && path !== folder;
        if (isAwaited || MOMENTARY.has(code)) continue;
        return new FolderLostError(folder, { what: lossOf(path, code), cause: error });
      }
    }
    return undefined;
  }
}

/** A disk that became read-only is a state of its own, which ends by itself. */
function requireWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EROFS')) throw error;
  }
}

function lossOf(path: string, code: string): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return `${path} was moved or deleted`;
  return `${path} cannot be reached or written any more (${code})`;
}

/** They say something of the machine, and nothing of the folder. */
const MOMENTARY: ReadonlySet<string> = new Set(['EBUSY', 'EAGAIN', 'EINTR', 'ENOMEM', 'EMFILE', 'ENFILE']);
