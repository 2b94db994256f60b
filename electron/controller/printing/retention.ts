import { sql, type Selectable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { History } from '../history/history.ts';
import { MINUTES_SINCE } from '../ledger/ledger-checks.ts';
import type { PrintIndex } from '../ledger/print-index.ts';
import type { ArchiveHold } from '../plant-connection/archive-hold.ts';
import type { Settings } from '../settings/settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const QUARTER = 15;
/** Prints per transaction: triggers wait only briefly. */
const BATCH = 200;
/** Minutes of the history per transaction. */
const MINUTES_BATCH = 10_000;

export interface RetentionDeps {
  db: ControllerDatabase;
  index: PrintIndex;
  history: History;
  settings: Settings;
  archiveHold: Pick<ArchiveHold, 'of'>;
  clock: Clock;
  now: () => number;
  timers: Timers;
  log: Log;
  isSafeMode: boolean;
}

type OldPrint = Pick<Selectable<ControllerSchema['prints']>, 'id' | 'printer' | 'job' | 'state' | 'settled'>;

/**
 * Removes prints and history that are older than the settings allow. Their sums stay, so that the ledger checks hold, and no id or serial
 * is used again. Removes nothing while the clock was set or is doubtful. Prints wait until the archive of the plant has them, within limits (`ArchiveHold`).
 */
export class Retention {
  readonly #deps: RetentionDeps;
  #next: TimerHandle | undefined;
  #isStopped = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  /** Runs every hour from now on. */
  start(): void {
    const { timers, log, isSafeMode } = this.#deps;
    if (isSafeMode || this.#isStopped) return;
    this.#next = timers.setTimeout(() => {
      this.run()
        .catch((error: unknown) => log.error('old prints could not be removed', error))
        .finally(() => this.start());
    }, HOUR);
  }

  /** Stops; a removal in progress ends with its batch. */
  stop(): void {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#deps.timers.clearTimeout(this.#next);
  }

  /** Removes what is older than the settings allow. Other work runs between the batches. */
  async run(): Promise<void> {
    const { settings, clock, now } = this.#deps;
    const { minutes, prints } = await settings.retention();
    if (clock.state() !== 'ok') return;
    if (minutes !== null) await this.#removeMinutes(Math.floor((now() - minutes * DAY) / MINUTE / QUARTER) * QUARTER);
    if (prints !== null) await this.#removePrints(now() - prints * DAY);
  }

  /** Removes whole quarter-hours: from then on the ledger checks use the counts by quarter-hour. */
  async #removeMinutes(before: number): Promise<void> {
    const { db, settings, history } = this.#deps;
    if (before <= Number((await settings.get(MINUTES_SINCE)) ?? 0)) return;
    await settings.put(MINUTES_SINCE, String(before));
    for (const { printer } of await db.selectFrom('print_counters').select('printer').execute()) {
      for (const table of ['history_minutes', 'not_verified_minutes'] as const) await this.#removeMinutesIn(table, { printer, before });
    }
    history.clearMinuteCache();
  }

  async #removeMinutesIn(
    table: 'history_minutes' | 'not_verified_minutes',
    { printer, before }: { printer: string; before: number },
  ): Promise<void> {
    const { db } = this.#deps;
    for (let removed = MINUTES_BATCH; removed === MINUTES_BATCH && !this.#isStopped; await nextTurn()) {
      const oldest = db.selectFrom(table).select('minute').where('printer', '=', printer).where('minute', '<', before);
      const { numDeletedRows } = await inTransaction(db, (trx) =>
        trx
          .deleteFrom(table)
          .where('printer', '=', printer)
          .where('minute', 'in', oldest.orderBy('minute').limit(MINUTES_BATCH))
          .executeTakeFirst(),
      );
      removed = Number(numDeletedRows);
    }
  }

  async #removePrints(before: number): Promise<void> {
    const { db, index, archiveHold, log } = this.#deps;
    await index.catchUp();
    await inTransaction(db, (trx) => trx.deleteFrom('missed_triggers').where('at', '<', before).execute());
    let [after, removed, lost] = [0, 0, 0];
    for (let isMore = true; isMore && !this.#isStopped; await nextTurn()) {
      const batch = await db
        .selectFrom('prints')
        .select(['id', 'printer', 'job', 'state', 'settled'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const old = batch.filter(
        ({ state, settled }) => settled < before && (state === 'printed' || state === 'handed-over' || state === 'void'),
      );
      const { unsent, held } = await archiveHold.of(old, before);
      const removable = old.filter(({ id }) => !held.has(id));
      if (removable.length > 0) await inTransaction(db, (trx) => this.#archive(removable, trx));
      after = batch.at(-1)?.id ?? after;
      removed += removable.length;
      lost += removable.filter(({ id }) => unsent.has(id)).length;
      isMore = batch.length === BATCH && batch.some(({ id, settled }) => settled < before && !held.has(id));
    }
    if (removed > 0) log.info(`${removed} prints were removed after their retention time`);
    if (lost > 0)
      log.warn(`prints that the plant did not have were removed too (${lost}): it was away for too long, or the disk is nearly full`);
  }

  async #archive(prints: readonly OldPrint[], trx: ControllerTransaction): Promise<void> {
    for (const sums of sumsOf(prints)) {
      await trx
        .insertInto('ledger_archive')
        .values(sums)
        .onConflict((conflict) =>
          conflict.columns(['job', 'printer']).doUpdateSet({
            prints: sql`ledger_archive.prints + excluded.prints`,
            printed: sql`ledger_archive.printed + excluded.printed`,
            handed_over: sql`ledger_archive.handed_over + excluded.handed_over`,
            voided: sql`ledger_archive.voided + excluded.voided`,
          }),
        )
        .execute();
    }
    const ids = prints.map(({ id }) => id);
    await this.#deps.index.remove(ids, trx);
    await trx.deleteFrom('prints').where('id', 'in', ids).execute();
  }
}

/** The sums of the prints by job and printer. */
function sumsOf(prints: readonly OldPrint[]): Selectable<ControllerSchema['ledger_archive']>[] {
  const groups = Map.groupBy(prints, ({ job, printer }) => JSON.stringify([job, printer]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const counted = (state: OldPrint['state']) => group.filter((print) => print.state === state).length;
    return first
      ? [
          {
            ...{ job: first.job, printer: first.printer, prints: group.length },
            ...{ printed: counted('printed'), handed_over: counted('handed-over'), voided: counted('void') },
          },
        ]
      : [];
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
