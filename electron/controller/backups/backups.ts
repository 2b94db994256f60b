import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDailyBackup, type Backup } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import { BACKUP_ENDING, backupNames, newestFirst, removeUnfinished, UNFINISHED } from '#storage/backup/backup-folder.ts';
import { headOf, InvalidBackupError, type BackupHead } from '#storage/backup/backup-file.ts';
import { inBackupThread } from '#storage/backup/backup-thread.ts';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { moveDurably, removePatiently } from '#storage/files/durable-file.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { withinLimit } from '../platform/time-limit.ts';
import { TaskQueue } from '../platform/task-queue.ts';

/** The prefix of daily backups. Only these are removed automatically. */
const DAILY_PREFIX = 'daily-';
const MAX_DAILY = 7;
const HOUR = 3_600_000;
/** The first check for a due backup, in milliseconds after the start, which has more urgent work. */
const FIRST_CHECK = 60_000;
/** A daily backup is due when the newest one is older than this, in milliseconds. */
const MAX_AGE = 24 * HOUR;
/**
 * How long a stopping controller waits for work on a disk that does not respond, in milliseconds. The next start removes what it leaves.
 */
const END_LIMIT = 1_000;

export interface BackupsOptions {
  /** The file of the database; undefined for one in memory, which has no backups. */
  database: string | undefined;
  /** The folder of the backups; created with the first one. */
  folder: string;
  /** The newest schema version that this program reads. */
  newestSchema: number;
  version: string;
  now: () => number;
  timers: Timers;
  log: Log;
  isSafeMode: boolean;
  /** Throws when the data folder has been replaced by another one, into which nothing must be written. */
  checkFolder?: (() => void) | undefined;
  /** Called when a backup is ready; it replaces the database at the next start. */
  onRestore?: (() => void) | undefined;
}

/** Backups of the controller's data. They are made while it prints, verified before they are listed, and restored by the next start. */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #tasks = new TaskQueue();
  readonly #end = new AbortController();
  /** Names of backups that are being made or uploaded, in lower case. */
  readonly #pending = new Set<string>();
  #next: TimerHandle | undefined;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Removes partial files of killed runs, and makes a backup each day from now on. */
  async start(): Promise<void> {
    const { folder, database, isSafeMode, checkFolder } = this.#options;
    if (database === undefined || isSafeMode) return;
    checkFolder?.();
    await removeUnfinished(folder);
    this.#arm(FIRST_CHECK);
  }

  /** Aborts the work in progress, because the controller does not wait for a backup to finish. Callers get the problem `stopping`. */
  end(): void {
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    this.#end.abort();
  }

  /** Aborts the work in progress, and waits up to `END_LIMIT` for its end. */
  async stop(): Promise<void> {
    const { timers, log } = this.#options;
    this.end();
    await withinLimit(this.#tasks.idle(), END_LIMIT, timers).catch((error: unknown) =>
      log.warn('work on a backup did not finish before the controller stopped', error),
    );
  }

  /** All backups whose header is valid, newest first. */
  async list(): Promise<Backup[]> {
    const found: { name: string; head: BackupHead }[] = [];
    for (const name of await this.#names()) {
      const head = await this.#headOf(name);
      if (head) found.push({ name, head });
    }
    return found.sort((a, b) => b.head.made - a.head.made).map(({ name, head }) => described(name, head));
  }

  /** Makes a backup. Throws `disk-full` and `stopping`. */
  make(): Promise<Backup> {
    return this.#make('');
  }

  /** The file of a backup, and its length in bytes. Throws `not-found`. */
  async file(name: string): Promise<{ path: string; size: number }> {
    const path = join(this.#options.folder, name);
    if (!(await this.#names()).includes(name)) throw missing(name);
    return { path, size: (await stat(path)).size };
  }

  /**
   * Stores an uploaded backup after verifying all of it. Other operations run while it arrives. Throws `invalid-input`, `name-taken` and
   * `disk-full`; then nothing is stored.
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<Backup> {
    return this.#withReservedName(name, () =>
      this.#inFolder(async () => {
        const path = join(this.#options.folder, name);
        const part = path + UNFINISHED[1];
        try {
          await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600, flush: true }));
          return await this.#enqueue(async () => {
            const head = await this.#unpack(part, true);
            // The upload may have taken hours.
            await this.#refuseTaken(name);
            this.#options.checkFolder?.();
            moveDurably(part, path);
            return described(name, head);
          });
        } finally {
          removePatiently(part);
        }
      }),
    );
  }

  /** Throws `not-found`. */
  async remove(name: string): Promise<void> {
    const { path } = await this.file(name);
    await this.#enqueue(async () => {
      this.#options.checkFolder?.();
      removePatiently(path);
    });
  }

  /**
   * Prepares the data of a backup and asks for a restart, at which they replace the current data. Throws `not-found`, `invalid-input` for a
   * damaged backup, and `disk-full`; then nothing changes.
   */
  async restore(name: string): Promise<Backup> {
    const { path } = await this.file(name);
    const head = await this.#enqueue(() => this.#onDisk(() => this.#unpack(path, false)));
    this.#options.log.warn(`the backup ${name} is ready: its data replace the current data at the next start`);
    this.#options.onRestore?.();
    return described(name, head);
  }

  #make(prefix: string): Promise<Backup> {
    const { now, folder, version } = this.#options;
    return this.#enqueue(async () => {
      const name = await this.#freeName(prefix);
      const task = { kind: 'make', database: this.#database(), file: join(folder, name), program: version, now: now() } as const;
      return this.#withReservedName(name, async () => described(name, await this.#inFolder(() => inBackupThread(task, this.#end.signal))));
    });
  }

  /**
   * Reserves a name while `work` runs. Throws `name-taken`, also for a name that differs only by case: many file systems treat the two as
   * equal.
   */
  async #withReservedName<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const folded = name.toLowerCase();
    if (this.#pending.has(folded)) throw taken(name);
    this.#pending.add(folded);
    try {
      await this.#refuseTaken(name);
      return await work();
    } finally {
      this.#pending.delete(folded);
    }
  }

  #unpack(file: string, isTrial: boolean): Promise<BackupHead> {
    const { newestSchema } = this.#options;
    const database = isTrial ? file : restoreFileOf(this.#database());
    return inBackupThread({ kind: 'unpack', file, database, isTrial, newestSchema }, this.#end.signal);
  }

  /** Runs work one after the other until the controller stops. Throws `stopping`. */
  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#end;
    return this.#tasks.run(async () => {
      if (signal.aborted) throw stopping();
      return work().catch((error: unknown) => {
        throw signal.aborted ? stopping(error) : error;
      });
    });
  }

  #database(): string {
    const { database } = this.#options;
    if (database === undefined) throw new Error('a database in memory has no backups');
    return database;
  }

  #inFolder<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#onDisk(async () => {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      return work();
    });
  }

  async #onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#options.checkFolder?.();
    try {
      return await work();
    } catch (error) {
      if (error instanceof InvalidBackupError) throw new ProblemError('invalid-input', { detail: error.message }, { cause: error });
      if (isOutOfSpace(error))
        throw new ProblemError(
          'disk-full',
          { detail: 'The disk of the controller does not have enough space for a backup.' },
          { cause: error },
        );
      throw error;
    }
  }

  /** A file that is not a valid backup is not listed; the log says what is wrong with it. */
  async #headOf(name: string): Promise<BackupHead | undefined> {
    try {
      return await headOf(join(this.#options.folder, name));
    } catch (error) {
      this.#options.log.warn(`${name} in the backup folder is not a backup`, error);
      return undefined;
    }
  }

  async #names(): Promise<string[]> {
    return this.#options.database === undefined ? [] : backupNames(this.#options.folder);
  }

  async #refuseTaken(name: string): Promise<void> {
    const other = (await this.#names()).find((found) => found.toLowerCase() === name.toLowerCase());
    if (other !== undefined) throw taken(other);
  }

  /** A name from the current time in UTC; several backups of one second are numbered. */
  async #freeName(prefix: string): Promise<string> {
    const moment = new Date(this.#options.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const names = new Set([...(await this.#names()).map((name) => name.toLowerCase()), ...this.#pending]);
    for (let count = 1; ; count += 1) {
      const name = `${prefix}${moment}${count === 1 ? '' : `-${count}`}${BACKUP_ENDING}`;
      if (!names.has(name.toLowerCase())) return name;
    }
  }

  #arm(delay: number): void {
    const { signal } = this.#end;
    if (signal.aborted) return;
    this.#next = this.#options.timers.setTimeout(() => {
      this.#makeDaily()
        .catch((error: unknown) => {
          if (!signal.aborted) this.#options.log.error('the daily backup could not be made', error);
        })
        .finally(() => this.#arm(HOUR));
    }, delay);
  }

  async #makeDaily(): Promise<void> {
    const daily = (await this.list()).filter(({ name }) => isDailyBackup(name)).map(({ name, made }) => ({ name, made: Date.parse(made) }));
    const now = this.#options.now();
    const order = newestFirst(now);
    daily.sort((a, b) => order(a.made, b.made));
    const [newest] = daily;
    if (newest && Math.abs(now - newest.made) < MAX_AGE) return;
    await this.#make(DAILY_PREFIX);
    for (const { name } of daily.slice(MAX_DAILY - 1)) await this.remove(name);
  }
}

function described(name: string, { made, size, program, controller }: BackupHead): Backup {
  return { name, made: new Date(made).toISOString(), size, version: program, controller };
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && (('code' in error && error.code === 'ENOSPC') || ('errcode' in error && error.errcode === SQLITE_FULL));
}

const SQLITE_FULL = 13;

function missing(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no backup "${name}".`,
    instance: `/api/v3/backups/${encodeURIComponent(name)}`,
  });
}

function stopping(cause?: unknown): ProblemError {
  return new ProblemError('stopping', { detail: 'The controller is stopping and accepts no work on backups.' }, { cause });
}

function taken(name: string): ProblemError {
  return new ProblemError('name-taken', {
    detail: `A backup "${name}" already exists or is being made. A backup is never replaced.`,
    instance: `/api/v3/backups/${encodeURIComponent(name)}`,
  });
}
