import { sql, type Selectable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../engines/log.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import type { History } from '../history/history.ts';
import { MINUTES_SINCE } from '../ledger/accounts.ts';
import type { PrintIndex } from '../ledger/print-index.ts';
import type { Settings } from '../settings/settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const QUARTER = 15;
/** Prints of one transaction: no trigger waits for long. */
const BATCH = 200;
/** Minutes of one transaction. */
const MINUTES_BATCH = 10_000;

export interface RetentionRooms {
  db: ControllerDatabase;
  index: PrintIndex;
  history: History;
  settings: Settings;
  clock: Clock;
  now: () => number;
  timers: Timers;
  log: Log;
  isSafeMode: boolean;
}

type OldPrint = Pick<Selectable<ControllerSchema['prints']>, 'id' | 'printer' | 'job' | 'state' | 'settled'>;

/**
 * Removes what was printed long enough ago. Sums over the removed prints stay, so that the accounts hold, and no id or serial is given out
 * again. By a clock that is not believed nothing is removed.
 */
export class Retention {
  readonly #rooms: RetentionRooms;
  #next: TimerHandle | undefined;
  #isStopped = false;

  constructor(rooms: RetentionRooms) {
    this.#rooms = rooms;
  }

  /** Looks every hour from now on. */
  start(): void {
    const { timers, log, isSafeMode } = this.#rooms;
    if (isSafeMode || this.#isStopped) return;
    this.#next = timers.setTimeout(() => {
      this.run()
        .catch((error: unknown) => log.error('old prints could not be removed', error))
        .finally(() => this.start());
    }, HOUR);
  }

  /** Looks no more; what is being removed ends with its batch. */
  stop(): void {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#rooms.timers.clearTimeout(this.#next);
  }

  /** Removes what is older than the settings say. Other work goes on between the batches. */
  async run(): Promise<void> {
    const { settings, clock, now } = this.#rooms;
    const { minutes, prints } = await settings.retention();
    if (clock.look() !== 'ok') return;
    if (minutes !== null) await this.#removeMinutes(Math.floor((now() - minutes * DAY) / MINUTE / QUARTER) * QUARTER);
    if (prints !== null) await this.#removePrints(now() - prints * DAY);
  }

  /** Whole quarters go, and from then on the accounts ask the quarters for them. */
  async #removeMinutes(before: number): Promise<void> {
    const { db, settings, history } = this.#rooms;
    if (before <= Number((await settings.get(MINUTES_SINCE)) ?? 0)) return;
    await settings.put(MINUTES_SINCE, String(before));
    for (const { printer } of await db.selectFrom('print_counters').select('printer').execute()) {
      for (let removed = MINUTES_BATCH; removed === MINUTES_BATCH && !this.#isStopped; await nextTurn()) {
        const oldest = db.selectFrom('history_minutes').select('minute').where('printer', '=', printer).where('minute', '<', before);
        const { numDeletedRows } = await inTransaction(db, (trx) =>
          trx
            .deleteFrom('history_minutes')
            .where('printer', '=', printer)
            .where('minute', 'in', oldest.orderBy('minute').limit(MINUTES_BATCH))
            .executeTakeFirst(),
        );
        removed = Number(numDeletedRows);
      }
    }
    history.forgetMinutes();
  }

  async #removePrints(before: number): Promise<void> {
    const { db, index, log } = this.#rooms;
    await index.catchUp();
    await inTransaction(db, (trx) => trx.deleteFrom('trigger_gaps').where('at', '<', before).execute());
    let [after, removed] = [0, 0];
    for (let isMore = true; isMore && !this.#isStopped; await nextTurn()) {
      const batch = await db
        .selectFrom('prints')
        .select(['id', 'printer', 'job', 'state', 'settled'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const old = batch.filter(({ state, settled }) => settled < before && (state === 'printed' || state === 'void'));
      if (old.length > 0) await inTransaction(db, (trx) => this.#archive(old, trx));
      after = batch.at(-1)?.id ?? after;
      removed += old.length;
      isMore = batch.length === BATCH && batch.some(({ settled }) => settled < before);
    }
    if (removed > 0) log.info(`${removed} prints were removed after their time`);
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
            voided: sql`ledger_archive.voided + excluded.voided`,
          }),
        )
        .execute();
    }
    const ids = prints.map(({ id }) => id);
    await this.#rooms.index.forget(ids, trx);
    await trx.deleteFrom('prints').where('id', 'in', ids).execute();
  }
}

/** Per job and printer. */
function sumsOf(prints: readonly OldPrint[]): Selectable<ControllerSchema['ledger_archive']>[] {
  const groups = Map.groupBy(prints, ({ job, printer }) => JSON.stringify([job, printer]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const counted = (state: OldPrint['state']) => group.filter((print) => print.state === state).length;
    return first
      ? [{ job: first.job, printer: first.printer, prints: group.length, printed: counted('printed'), voided: counted('void') }]
      : [];
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
