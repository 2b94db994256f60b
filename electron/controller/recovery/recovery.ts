import { recoverySchema, type RecoveryReason, type Recovery as Restored } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import { RESTORED } from '#storage/backup/make-backup.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { isCopied, keepOrigin } from '#storage/file-identity.ts';
import type { HighWater } from '#storage/high-water.ts';
import { inReading, inTransaction } from '#storage/in-transaction.ts';
import { logSaltsOf } from '#storage/log-loss.ts';
import { unmarkLost } from '#storage/lost-log.ts';
import type { Counters } from '../counters/counters.ts';
import type { Log } from '../engines/log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { moveEpochUp, movePrintsUp, storedState } from './ledger-state.ts';
import type { Printers } from '../printers/printers.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Settings } from '../settings/settings.ts';

const OPEN = 'recovery';
/** More prints than any backup can be behind: their numbers are left out where nobody knows how many were given. */
const MOST_UNKNOWN = 1_000_000_000;
/** From the first run on there are high-water marks beside the database. */
const HAS_MARKS = 'highWater';

export interface RecoveryRooms {
  db: ControllerDatabase;
  settings: Settings;
  counters: Counters;
  jobs: Jobs;
  printers: Printers;
  highWater: HighWater;
  /** The file of the database; undefined for one in memory. */
  database: string | undefined;
  /** What the last run wrote last is missing from the database: its log is gone, cut, or another one's. */
  isLogLost: boolean;
  now: () => number;
  log: Log;
}

/**
 * Finds out at a start whether the database is the one that the last run left. One that is older, from a backup or put there by hand, goes on
 * behind the high-water marks: no serial and no number of a print is given twice. Nothing is printed from it before a person has looked.
 */
export class Recovery {
  readonly #rooms: RecoveryRooms;
  #open: Restored | undefined;

  constructor(rooms: RecoveryRooms) {
    this.#rooms = rooms;
  }

  /** Comes before the ledger begins its epoch. */
  async start(): Promise<void> {
    const { db, settings } = this.#rooms;
    const controller = await settings.controllerId();
    await inTransaction(db, async (trx) => {
      const reason = await this.#find(controller, trx);
      if (reason) await this.#recover(reason, trx);
      const stored = await settings.get(OPEN, trx);
      this.#open = stored === undefined ? undefined : this.#read(stored);
    });
    this.#forgetLoss();
  }

  /** The ledger has begun its epoch: from now on the marks are those of this run. Comes before the first print. */
  async begun(): Promise<void> {
    const { db, settings, highWater, database } = this.#rooms;
    const controller = await settings.controllerId();
    const log = database === undefined ? undefined : logSaltsOf(database);
    await inTransaction(db, async (trx) => {
      const { epoch, lastPrint } = await storedState(trx);
      highWater.begin({ controller, epoch, lastPrint, log });
      if (database !== undefined && (await settings.get(HAS_MARKS, trx)) === undefined) await settings.put(HAS_MARKS, 'yes', trx);
    });
    if (database !== undefined) keepOrigin(database);
  }

  /** Nothing prints any more: the next run may expect the database as it is now. */
  async stop(): Promise<void> {
    const { db, highWater, log } = this.#rooms;
    try {
      const { lastPrint } = await inReading(db, storedState);
      highWater.close(lastPrint);
    } catch (error) {
      log.error('how far serials have come could not be written down; what was written before holds', error);
    }
  }

  /** Whether restored data wait for a person. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** One that cannot be read any more still waits for a person. */
  #read(stored: string): Restored {
    const { now, log } = this.#rooms;
    const read = tryStored(recoverySchema, stored);
    if ('value' in read) return read.value;
    log.error(`what was found of restored data cannot be read any more (${read.fault}): a person still has to confirm them`);
    return { reason: 'older', found: new Date(now()).toISOString(), dataUntil: null, counters: [], endedJobs: 0 };
  }

  /** What a person has to confirm; null when there is nothing. */
  reading(): Restored | null {
    return this.#open ?? null;
  }

  /** What the status of every printer says; undefined while there is nothing to confirm. */
  get doubt(): string | undefined {
    return this.#open && `Nothing is printed until somebody confirms the restored data: ${WHY[this.#open.reason]}`;
  }

  refusal(): ProblemError | undefined {
    const { doubt } = this;
    if (doubt === undefined) return undefined;
    return new ProblemError('recovery-unconfirmed', {
      detail: `${doubt} They are confirmed with POST /api/v3/recovery/confirm.`,
      instance: '/api/v3/recovery',
    });
  }

  /** A person has looked at counters and tables and wants to print on. Without anything to confirm nothing changes. */
  async confirm(): Promise<void> {
    const { db, log } = this.#rooms;
    if (!this.#open) return;
    await inTransaction(db, (trx) => trx.deleteFrom('settings').where('key', '=', OPEN).execute());
    this.#open = undefined;
    log.warn('the restored data were confirmed: prints are made from them now');
  }

  /** Why the database is not simply the one of before; undefined when it is, and in the very first run. */
  async #find(controller: string, trx: ControllerTransaction): Promise<RecoveryReason | undefined> {
    const { settings, highWater, isLogLost } = this.#rooms;
    const { before } = highWater;
    const hasBackup = (await settings.get(RESTORED, trx)) !== undefined;
    // Without marks nobody but a person can say where counters have to go on: that comes before where the data are from.
    if (before === 'lost' || (before === undefined && (await settings.get(HAS_MARKS, trx)) !== undefined)) return 'marks-lost';
    if (hasBackup) return 'backup';
    if (before === undefined) return isLogLost ? 'older' : undefined;
    if (before.controller !== controller) return 'other';
    const { epoch, lastPrint } = await storedState(trx);
    const isBehind = isLogLost || epoch < before.epoch || (before.isClosed && lastPrint < before.prints);
    return isBehind ? 'older' : this.#findCopy();
  }

  /** A copy of the whole folder agrees with itself: what the original has printed since only the products know. */
  #findCopy(): RecoveryReason | undefined {
    const { database } = this.#rooms;
    return database !== undefined && isCopied(database) ? 'copied' : undefined;
  }

  /** What the database needs to know of its lost log is durable in it now. Where the mark stays, the next start asks once more. */
  #forgetLoss(): void {
    const { isLogLost, database, log } = this.#rooms;
    if (!isLogLost || database === undefined) return;
    try {
      unmarkLost(database);
    } catch (error) {
      log.error('that the log was lost is found again at the next start', error);
    }
  }

  async #recover(reason: RecoveryReason, trx: ControllerTransaction): Promise<void> {
    const { settings, counters, highWater, now, log } = this.#rooms;
    const { before } = highWater;
    // Whosever data they are, they print on the heads that are here: it is their marks that must not come twice.
    const marks = typeof before === 'object' ? before : undefined;
    const { lastReserved, lastPrint } = await storedState(trx);
    const made = await settings.get(RESTORED, trx);
    const until = made === undefined ? lastReserved : Number(made);
    const moved = marks ? await counters.goOnBehindMarks(trx) : [];
    await movePrintsUp(marks?.prints ?? (reason === 'marks-lost' ? lastPrint + MOST_UNKNOWN : lastPrint), trx);
    if (marks) await moveEpochUp(marks.epoch, trx);
    const open: Restored = {
      reason,
      found: new Date(now()).toISOString(),
      dataUntil: until === undefined ? null : new Date(until).toISOString(),
      counters: moved.filter(({ from, to }) => from !== to),
      endedJobs: await this.#endJobs(trx),
    };
    await trx.deleteFrom('settings').where('key', '=', RESTORED).execute();
    await settings.put(OPEN, JSON.stringify(open), trx);
    log.warn(`the data are not those that the last run left (${reason}): nothing is printed from them before somebody confirms them`);
  }

  /** What they have printed since nobody can say: a person selects them again, from where the line stands. */
  async #endJobs(trx: ControllerTransaction): Promise<number> {
    const { jobs, printers } = this.#rooms;
    let ended = 0;
    for (const { name } of printers.all()) {
      ended += await jobs.queueLength(name, trx);
      await jobs.end(name, 'aborted', trx);
    }
    return ended;
  }
}

const WHY: Record<RecoveryReason, string> = {
  backup: 'they came from a backup, which does not know what was printed since.',
  older: 'they are older than what was printed.',
  other: 'they are of another controller than the one that printed here.',
  copied: 'their folder is a copy, which does not know what was printed since it was made.',
  'marks-lost': 'how far serials had come cannot be read any more.',
};
