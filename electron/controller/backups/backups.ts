import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDailyBackup, type Backup } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import { BACKUP_ENDING, backupNames, newestFirst, removeUnfinished, UNFINISHED } from '#storage/backup/backup-folder.ts';
import { headOf, NoBackupError, type BackupHead } from '#storage/backup/backup-file.ts';
import { inBackupThread } from '#storage/backup/backup-thread.ts';
import { restoreFileOf } from '#storage/backup/swap-database.ts';
import { moveDurably, removePatiently } from '#storage/durable-file.ts';
import type { Log } from '../engines/log.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import { withinLimit } from '../jobs/time-limit.ts';
import { Serial } from '../serial.ts';

/** Of those that the controller makes by itself; what a person made or brought is removed by a person. */
const AUTOMATIC = 'daily-';
const MOST_AUTOMATIC = 7;
const HOUR = 3_600_000;
/** After a start others come first. */
const FIRST_LOOK = 60_000;
/** How old the newest one may become before one is made by itself, in milliseconds. */
const MOST_AGE = 24 * HOUR;
/** How long a stopping controller waits for work on a disk that does not answer, in milliseconds. The next start removes what is left. */
const END_LIMIT = 1_000;

export interface BackupsOptions {
  /** The database. Undefined for one in memory, which has no backups. */
  database: string | undefined;
  /** Where backups lie. It is made with the first one. */
  folder: string;
  /** The newest version of a database that this program reads. */
  newestSchema: number;
  version: string;
  now: () => number;
  timers: Timers;
  log: Log;
  isSafeMode: boolean;
  /** Throws when another folder has taken the place of the data folder: nothing is written into that one. */
  checkFolder?: (() => void) | undefined;
  /** The program has to begin anew: what lies ready takes the place of the database then. */
  onRestore?: (() => void) | undefined;
}

/** Copies of everything that the controller keeps: made while it prints, looked through before they count, and put back by a new start. */
export class Backups {
  readonly #options: BackupsOptions;
  readonly #turns = new Serial();
  readonly #end = new AbortController();
  /** Names of those that are being made or brought, in lower case. */
  readonly #coming = new Set<string>();
  #next: TimerHandle | undefined;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Removes what kills have left, and makes a backup each day from now on. */
  async start(): Promise<void> {
    const { folder, database, isSafeMode, checkFolder } = this.#options;
    if (database === undefined || isSafeMode) return;
    checkFolder?.();
    await removeUnfinished(folder);
    this.#arm(FIRST_LOOK);
  }

  /** Ends what is under way: the line stops before a backup of it is finished. Whoever asked for it hears why. */
  end(): void {
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    this.#end.abort();
  }

  /** Ends what is under way, and waits for a moment until nothing is left of it. */
  async stop(): Promise<void> {
    const { timers, log } = this.#options;
    this.end();
    await withinLimit(this.#turns.idle(), END_LIMIT, timers).catch((error: unknown) =>
      log.warn('work on a backup did not end before the controller stopped', error),
    );
  }

  /** All that can be restored as far as their first bytes tell, newest first. */
  async list(): Promise<Backup[]> {
    const found: { name: string; head: BackupHead }[] = [];
    for (const name of await this.#names()) {
      const head = await this.#headOf(name);
      if (head) found.push({ name, head });
    }
    return found.sort((a, b) => b.head.made - a.head.made).map(({ name, head }) => described(name, head));
  }

  /** Makes one now. Throws `disk-full`. */
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
   * Takes a backup that somebody brings; others are made, removed and restored while it arrives. It is there when all of it was looked through,
   * else nothing is. Throws `invalid-input`, `name-taken`, `disk-full`.
   */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<Backup> {
    return this.#alone(name, () =>
      this.#inFolder(async () => {
        const path = join(this.#options.folder, name);
        const part = path + UNFINISHED[1];
        try {
          await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600, flush: true }));
          return await this.#turn(async () => {
            const head = await this.#unpack(part, true);
            // Hours may have passed.
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
    await this.#turn(async () => {
      this.#options.checkFolder?.();
      removePatiently(path);
    });
  }

  /**
   * Lays the data of a backup ready and asks for a new start, with which they take the place of the present ones. Throws `not-found`,
   * `invalid-input` for one that is not sound, and `disk-full`; then nothing changes.
   */
  async restore(name: string): Promise<Backup> {
    const { path } = await this.file(name);
    const head = await this.#turn(() => this.#onDisk(() => this.#unpack(path, false)));
    this.#options.log.warn(`the backup ${name} was laid ready: its data take the place of the present ones with the next start`);
    this.#options.onRestore?.();
    return described(name, head);
  }

  #make(prefix: string): Promise<Backup> {
    const { now, folder, version } = this.#options;
    return this.#turn(async () => {
      const name = await this.#freeName(prefix);
      const task = { kind: 'make', database: this.#database(), file: join(folder, name), program: version, now: now() } as const;
      return this.#alone(name, async () => described(name, await this.#inFolder(() => inBackupThread(task, this.#end.signal))));
    });
  }

  /** Nobody else makes or brings a backup of this name meanwhile. Throws `name-taken` also for one that differs by case: many disks take both for one. */
  async #alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const folded = name.toLowerCase();
    if (this.#coming.has(folded)) throw taken(name);
    this.#coming.add(folded);
    try {
      await this.#refuseTaken(name);
      return await work();
    } finally {
      this.#coming.delete(folded);
    }
  }

  #unpack(file: string, isTrial: boolean): Promise<BackupHead> {
    const { newestSchema } = this.#options;
    const database = isTrial ? file : restoreFileOf(this.#database());
    return inBackupThread({ kind: 'unpack', file, database, isTrial, newestSchema }, this.#end.signal);
  }

  /** One after the other, until the controller stops. */
  #turn<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#end;
    return this.#turns.run(async () => {
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
      if (error instanceof NoBackupError) throw new ProblemError('invalid-input', { detail: error.message }, { cause: error });
      if (isOutOfSpace(error))
        throw new ProblemError('disk-full', { detail: 'The disk of the controller has no room for a backup.' }, { cause: error });
      throw error;
    }
  }

  /** One that cannot be read as a backup is not shown as one; what is wrong with it is in the log. */
  async #headOf(name: string): Promise<BackupHead | undefined> {
    try {
      return await headOf(join(this.#options.folder, name));
    } catch (error) {
      this.#options.log.warn(`${name} in the folder of backups is none`, error);
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

  /** Named after its moment, in UTC; several of one second are counted. */
  async #freeName(prefix: string): Promise<string> {
    const moment = new Date(this.#options.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const names = new Set([...(await this.#names()).map((name) => name.toLowerCase()), ...this.#coming]);
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
    if (newest && Math.abs(now - newest.made) < MOST_AGE) return;
    await this.#make(AUTOMATIC);
    for (const { name } of daily.slice(MOST_AUTOMATIC - 1)) await this.remove(name);
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
  return new ProblemError('internal', { detail: 'The controller is stopping: it has ended its work on backups.' }, { cause });
}

function taken(name: string): ProblemError {
  return new ProblemError('name-taken', {
    detail: `There is a backup "${name}" already, or one is on its way: a backup is never replaced.`,
    instance: `/api/v3/backups/${encodeURIComponent(name)}`,
  });
}
