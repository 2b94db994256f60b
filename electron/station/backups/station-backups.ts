import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDailyBackup, uploadedBackupNameSchema } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { StationBackup } from '#contract/station/station-backups.ts';
import { headOf, InvalidBackupError, type BackupHead } from '#storage/backup/backup-file.ts';
import { BACKUP_ENDING, backupNames, newestFirst, removeUnfinished, UNFINISHED } from '#storage/backup/backup-folder.ts';
import { inBackupThread } from '#storage/backup/backup-thread.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { moveDurably, removePatiently } from '#storage/files/durable-file.ts';
import { isDiskFull } from '#storage/integrity/sqlite-failure.ts';
import { KeyedQueue } from '../platform/keyed-queue.ts';
import type { Clock } from '../platform/system-clock.ts';
import { stageStationBackup, type CarriedSettings } from './restore-station.ts';
import { STATION_DATABASE, stationFilesIn } from './station-files.ts';

export interface StationBackupsOptions {
  /** The station's data folder; undefined for a station that has none. */
  dataFolder: string | undefined;
  version: string;
  /** Name of this computer. */
  computer: string;
  clock: Clock;
  /** Takes the mark of restored data that this run begins with; undefined without one. */
  takeMark: () => Promise<{ made: number } | undefined>;
  /** The settings that stay as they are when a backup is restored. */
  carried: () => Promise<CarriedSettings>;
  /** Starts the station again. */
  restart: () => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** The folder of the backups in the data folder. */
export const STATION_BACKUPS_FOLDER = 'station-backups';
/** Only these are removed automatically. */
const DAILY_PREFIX = 'daily-';
const MAX_DAILY = 7;
const HOUR = 3_600_000;
/** The first check for a due backup, in milliseconds after the start, which has more urgent work. */
const FIRST_CHECK = 60_000;
/** A daily backup is due when the newest one is older than this, in milliseconds. */
const MAX_AGE = 24 * HOUR;
/** One piece of work at a time. */
const KEY = 'backups';

/** Backups of the station's data: made each day and on request, verified before they are listed, and restored by a new start of the station. */
export class StationBackups {
  readonly #options: StationBackupsOptions;
  readonly #queue = new KeyedQueue();
  readonly #end = new AbortController();
  #cancelNext: (() => void) | undefined;
  #restored: number | null = null;

  constructor(options: StationBackupsOptions) {
    this.#options = options;
  }

  /** Removes partial files of killed runs, and makes a backup each day from now on. */
  async start(): Promise<void> {
    this.#restored = (await this.#options.takeMark())?.made ?? null;
    if (!this.isKept) return;
    await removeUnfinished(this.#folder());
    this.#arm(FIRST_CHECK);
  }

  /** Aborts the work that runs, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#cancelNext?.();
    this.#end.abort();
    await this.#queue.idle();
  }

  /** False for a station without a data folder, which has no backups. */
  get isKept(): boolean {
    const { dataFolder } = this.#options;
    return dataFolder !== undefined && existsSync(join(dataFolder, STATION_DATABASE));
  }

  /** The time of the restored data that this run began with, milliseconds since the epoch; null when nothing was restored. */
  get restored(): number | null {
    return this.#restored;
  }

  /** All backups whose header is valid, newest first. */
  async list(): Promise<StationBackup[]> {
    if (!this.isKept) return [];
    const found: StationBackup[] = [];
    for (const name of await backupNames(this.#folder())) {
      const head = await headOf(join(this.#folder(), name), 'station').catch(() => undefined);
      if (head) found.push(described(name, head));
    }
    return found.sort((one, other) => other.made - one.made);
  }

  /** Makes a backup. Throws `disk-full`, and `stopping`. */
  make(): Promise<StationBackup> {
    return this.#make('');
  }

  /** The file of a backup, and its length in bytes. Throws `not-found`. */
  async file(name: string): Promise<{ path: string; size: number }> {
    if (!this.isKept || !(await backupNames(this.#folder())).includes(name))
      throw new ProblemError('not-found', { detail: `There is no backup "${name}" of the station.` });
    const path = join(this.#folder(), name);
    return { path, size: (await stat(path)).size };
  }

  /** Stores a backup from elsewhere after verifying all of it. Throws `invalid-input`, `name-taken` and `disk-full`; then nothing is stored. */
  async put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    parseInput(uploadedBackupNameSchema, name);
    await this.#inFolder(async (folder) => {
      const path = join(folder, name);
      const part = path + UNFINISHED[1];
      try {
        await pipeline(Readable.from(bytes), createWriteStream(part, { mode: 0o600, flush: true }));
        await this.#enqueue(async () => {
          await unpacked(part, { database: part, isTrial: true, signal: this.#end.signal });
          await refuseTaken(folder, name);
          moveDurably(part, path);
        });
      } finally {
        removePatiently(part);
      }
    });
  }

  /** Stages the data of a backup, and starts the station again. Throws `not-found`, `invalid-input` for a damaged backup, and `disk-full`; then nothing changes. */
  async restore(name: string): Promise<void> {
    const { path } = await this.file(name);
    const { carried, clock, restart } = this.#options;
    await this.#inFolder(() =>
      this.#enqueue(async () => {
        await stageStationBackup({ dataFolder: this.#dataFolder(), file: path, carried: await carried(), signal: this.#end.signal });
      }),
    );
    // The caller gets its answer before its link is closed.
    clock.after(RESTART_DELAY, restart);
  }

  async #make(prefix: string): Promise<StationBackup> {
    const { version: program, computer, clock } = this.#options;
    const dataFolder = this.#dataFolder();
    return this.#inFolder((folder) =>
      this.#enqueue(async () => {
        const now = Math.round(clock.now());
        const name = await freeName(folder, prefix, now);
        const station = { computer, files: stationFilesIn(dataFolder) };
        const task = {
          kind: 'make',
          database: join(dataFolder, STATION_DATABASE),
          file: join(folder, name),
          program,
          now,
          station,
        } as const;
        return described(name, await inBackupThread(task, this.#end.signal));
      }),
    );
  }

  #enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signal } = this.#end;
    return this.#queue.run(KEY, async () => {
      if (signal.aborted) throw stopping();
      return work().catch((error: unknown) => {
        throw signal.aborted ? stopping(error) : error;
      });
    });
  }

  async #inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    try {
      const folder = this.#folder();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await work(folder);
    } catch (error) {
      if (error instanceof InvalidBackupError) throw new ProblemError('invalid-input', { detail: error.message }, { cause: error });
      if (!isDiskFull(error)) throw error;
      throw new ProblemError('disk-full', { detail: 'The disk of the station does not have enough space for a backup.' }, { cause: error });
    }
  }

  #folder(): string {
    return join(this.#dataFolder(), STATION_BACKUPS_FOLDER);
  }

  #dataFolder(): string {
    const { dataFolder } = this.#options;
    if (dataFolder === undefined) throw new ProblemError('not-found', { detail: 'This station has no data folder, and no backups.' });
    return dataFolder;
  }

  #arm(delay: number): void {
    const { clock, report } = this.#options;
    if (this.#end.signal.aborted) return;
    this.#cancelNext = clock.after(delay, () => {
      this.#makeDaily()
        .catch((error: unknown) => {
          if (!this.#end.signal.aborted) report(error);
        })
        .finally(() => this.#arm(HOUR));
    });
  }

  async #makeDaily(): Promise<void> {
    const now = this.#options.clock.now();
    const order = newestFirst(now);
    const daily = (await this.list()).filter(({ name }) => isDailyBackup(name)).sort((one, other) => order(one.made, other.made));
    const [newest] = daily;
    if (newest && Math.abs(now - newest.made) < MAX_AGE) return;
    await this.#make(DAILY_PREFIX);
    for (const { name } of daily.slice(MAX_DAILY - 1)) removePatiently(join(this.#folder(), name));
  }
}

/** Milliseconds between the answer and the end of the links. */
export const RESTART_DELAY = 500;

function unpacked(
  file: string,
  { database, isTrial, signal }: { database: string; isTrial: boolean; signal: AbortSignal },
): Promise<BackupHead> {
  return inBackupThread({ kind: 'unpack', file, database, isTrial, newestSchema: STATION_MIGRATIONS.length, of: 'station' }, signal);
}

/** A name from the time in UTC; several backups of one second are numbered. */
async function freeName(folder: string, prefix: string, now: number): Promise<string> {
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const names = new Set((await backupNames(folder)).map((name) => name.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const name = `${prefix}${moment}${count === 1 ? '' : `-${count}`}${BACKUP_ENDING}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}

async function refuseTaken(folder: string, name: string): Promise<void> {
  const other = (await backupNames(folder)).find((found) => found.toLowerCase() === name.toLowerCase());
  if (other !== undefined)
    throw new ProblemError('name-taken', { detail: `A backup "${other}" already exists. A backup is never replaced.` });
}

function described(name: string, { made, size, program, computer = '' }: BackupHead): StationBackup {
  return { name, made, size, version: program, computer };
}

function stopping(cause?: unknown): ProblemError {
  return new ProblemError('stopping', { detail: 'The station is stopping and accepts no work on backups.' }, { cause });
}
