import { recoverySchema, type RecoveryReason, type Recovery as Restored } from '#contract/api-v3/backup.ts';
import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import { RESTORED } from '#storage/backup/make-backup.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { isCopied, recordOrigin } from '#storage/files/file-identity.ts';
import type { HighWater, HighWaterMarks } from '#storage/high-water.ts';
import { inReadTransaction, inTransaction } from '#storage/database/in-transaction.ts';
import { walSaltsOf } from '#storage/wal/wal-loss.ts';
import { unmarkWalLost } from '#storage/wal/lost-wal-marker.ts';
import type { Counters } from '../counters/counters.ts';
import type { Log } from '#process/log.ts';
import type { JobQueues } from '../queue/job-queues.ts';
import { moveEpochUp, movePrintsUp, storedState } from './stored-state.ts';
import type { PlantRows } from '../queue/plant-rows.ts';
import type { Printers } from '../printers/printers.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Settings } from '../settings/settings.ts';

const UNCONFIRMED = 'recovery';
/** Number of print ids to skip when it is unknown how many were given out: more than any backup can lack. */
const MAX_UNKNOWN_PRINTS = 1_000_000_000;
/** Setting: since its first run the controller has high-water marks next to the database. */
const HAS_MARKS = 'highWater';

export interface RecoveryDeps {
  db: ControllerDatabase;
  settings: Settings;
  counters: Counters;
  plantRows: PlantRows;
  jobs: JobQueues;
  printers: Printers;
  highWater: HighWater;
  /** Path of the database; undefined for one in memory. */
  database: string | undefined;
  /** Whether the last writes of the last run are missing because the WAL is missing, truncated or from another database. */
  isWalLost: boolean;
  now: () => number;
  log: Log;
}

/**
 * Detects at the start whether the database is the one that the last run left. An older one, from a backup or copied by hand, continues
 * after the high-water marks, so that no serial and no print id is used twice. Nothing is printed from it until a person confirms the data.
 */
export class Recovery {
  readonly #deps: RecoveryDeps;
  #unconfirmed: Restored | undefined;

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /** Call before `Ledger.startEpoch`. */
  async start(): Promise<void> {
    const { db, settings } = this.#deps;
    const controller = await settings.controllerId();
    await inTransaction(db, async (trx) => {
      const reason = await this.#find(controller, trx);
      if (reason) await this.#recover(reason, controller, trx);
      const stored = await settings.get(UNCONFIRMED, trx);
      this.#unconfirmed = stored === undefined ? undefined : this.#read(stored);
    });
    this.#forgetLoss();
  }

  /** Starts the high-water marks of this run. Call after `Ledger.startEpoch` and before the first print. */
  async markStarted(): Promise<void> {
    const { db, settings, highWater, database } = this.#deps;
    const controller = await settings.controllerId();
    const log = database === undefined ? undefined : walSaltsOf(database);
    await inTransaction(db, async (trx) => {
      const { epoch, lastPrint } = await storedState(trx);
      highWater.begin({ controller, epoch, lastPrint, log });
      if (database !== undefined && (await settings.get(HAS_MARKS, trx)) === undefined) await settings.put(HAS_MARKS, 'yes', trx);
    });
    if (database !== undefined) recordOrigin(database);
  }

  /** Closes the high-water marks: the next run expects the database as it is now. Call when nothing prints any more. */
  async stop(): Promise<void> {
    const { db, highWater, log } = this.#deps;
    try {
      const { lastPrint } = await inReadTransaction(db, storedState);
      highWater.close(lastPrint);
    } catch (error) {
      log.error('the high-water marks could not be closed; the last stored ones remain valid', error);
    }
  }

  /** Whether restored data wait for confirmation. */
  get isUnconfirmed(): boolean {
    return this.#unconfirmed !== undefined;
  }

  /** A stored entry that cannot be read still needs confirmation. */
  #read(stored: string): Restored {
    const { now, log } = this.#deps;
    const read = tryStored(recoverySchema, stored);
    if ('value' in read) return read.value;
    log.error(`the entry about restored data cannot be read (${read.fault}): the data still have to be confirmed`);
    return { reason: 'older', found: new Date(now()).toISOString(), dataUntil: null, counters: [], endedJobs: 0 };
  }

  /** The data to confirm; null when there is nothing. */
  reading(): Restored | null {
    return this.#unconfirmed ?? null;
  }

  /** The error for every printer's status; undefined when there is nothing to confirm. */
  get warning(): StatusError | undefined {
    return this.#unconfirmed && statusError(WHY[this.#unconfirmed.reason]);
  }

  refusal(): ProblemError | undefined {
    const { warning } = this;
    if (warning === undefined) return undefined;
    return new ProblemError('recovery-unconfirmed', {
      detail: `${warning.text} Confirm them with POST /api/v3/recovery/confirm.`,
      instance: '/api/v3/recovery',
    });
  }

  /** A person confirms the restored data, and printing continues. Does nothing if there is nothing to confirm. */
  async confirm(): Promise<void> {
    const { db, log } = this.#deps;
    if (!this.#unconfirmed) return;
    await inTransaction(db, (trx) => trx.deleteFrom('settings').where('key', '=', UNCONFIRMED).execute());
    this.#unconfirmed = undefined;
    log.warn('the restored data were confirmed: printing continues');
  }

  /** Why the database is not the one that the last run left; undefined when it is, and in the first run. */
  async #find(controller: string, trx: ControllerTransaction): Promise<RecoveryReason | undefined> {
    const { settings, highWater, isWalLost } = this.#deps;
    const { before } = highWater;
    const hasBackup = (await settings.get(RESTORED, trx)) !== undefined;
    // Without marks only a person knows where counters must continue: this reason has priority.
    if (before === 'lost' || (before === undefined && (await settings.get(HAS_MARKS, trx)) !== undefined)) return 'high-water-mark-lost';
    if (hasBackup) return 'backup';
    if (before === undefined) return isWalLost ? 'older' : undefined;
    if (before.controller !== controller) return 'other';
    const { epoch, lastPrint } = await storedState(trx);
    const isBehind = isWalLost || epoch < before.epoch || (before.isClosed && lastPrint < before.prints);
    return isBehind ? 'older' : this.#findCopy();
  }

  /** A copy of the whole folder is consistent; what the original has printed since is not recorded in it. */
  #findCopy(): RecoveryReason | undefined {
    const { database } = this.#deps;
    return database !== undefined && isCopied(database) ? 'copied' : undefined;
  }

  /** Removes the marker of the lost WAL: the database has the reason now. If that fails, the next start asks for confirmation again. */
  #forgetLoss(): void {
    const { isWalLost, database, log } = this.#deps;
    if (!isWalLost || database === undefined) return;
    try {
      unmarkWalLost(database);
    } catch (error) {
      log.error('the marker of the lost write-ahead log could not be removed; the next start asks for confirmation again', error);
    }
  }

  async #recover(reason: RecoveryReason, controller: string, trx: ControllerTransaction): Promise<void> {
    const { settings, counters, plantRows, highWater, now, log } = this.#deps;
    const { before } = highWater;
    // The marks belong to the printers of this machine, even if the data are from another controller.
    const marks = typeof before === 'object' ? before : undefined;
    const { lastReserved, lastPrint } = await storedState(trx);
    const made = await settings.get(RESTORED, trx);
    const until = made === undefined ? lastReserved : Number(made);
    await counters.plantBlocks.forgetAll(trx);
    await plantRows.forgetAll(trx);
    if (isFromElsewhere({ reason, controller, marks, made })) await counters.blockAll(trx);
    const moved = marks ? await counters.advancePastHighWaterMarks(trx) : [];
    await movePrintsUp(marks?.prints ?? (reason === 'high-water-mark-lost' ? lastPrint + MAX_UNKNOWN_PRINTS : lastPrint), trx);
    if (marks) await moveEpochUp(marks.epoch, trx);
    const open: Restored = {
      reason,
      found: new Date(now()).toISOString(),
      dataUntil: until === undefined ? null : new Date(until).toISOString(),
      counters: moved.filter(({ from, to }) => from !== to),
      endedJobs: await this.#endJobs(trx),
    };
    await trx.deleteFrom('settings').where('key', '=', RESTORED).execute();
    await settings.put(UNCONFIRMED, JSON.stringify(open), trx);
    log.warn(`the data are not those of the last run (${reason}): nothing is printed until they are confirmed`);
  }

  /** It is unknown what these jobs have printed since: an operator selects them again where the line is now. */
  async #endJobs(trx: ControllerTransaction): Promise<number> {
    const { jobs, printers } = this.#deps;
    let ended = 0;
    for (const { name } of printers.all()) {
      ended += await jobs.queueLength(name, trx);
      await jobs.end(name, 'aborted', trx);
    }
    return ended;
  }
}

/** Whether the data were restored on a computer that does not know what their own controller has printed since the backup was made. */
function isFromElsewhere({ reason, controller, marks, made }: RestoredData): boolean {
  return made !== undefined && reason !== 'high-water-mark-lost' && marks?.controller !== controller;
}

interface RestoredData {
  reason: RecoveryReason;
  /** Identity of the controller in the data. */
  controller: string;
  /** The marks of this computer. */
  marks: HighWaterMarks | undefined;
  /** Time of the backup, if the data come from one. */
  made: string | undefined;
}

const WHY: Record<RecoveryReason, PlainStatusErrorCode> = {
  backup: 'restored-backup',
  older: 'restored-older',
  other: 'restored-other',
  copied: 'restored-copied',
  'high-water-mark-lost': 'restored-high-water-mark-lost',
};
