import { sql } from 'kysely';
import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import { RESOLUTIONS, type PrintHistory, type PrintHistoryQuery, type Resolution } from '#contract/api-v3/print-history.ts';
import { ProblemError } from '#contract/problem.ts';
import { compileOnce, type Value } from '#storage/compile-once.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { bucketStarts, USUAL_LENGTH } from './buckets.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** The most buckets of one answer. */
const BUCKET_LIMIT = 20_000;
/** Behind this, the calendar of the language has no room for another week. */
const LAST_MOMENT = 8.64e15 - 30 * USUAL_LENGTH.DAYS;

export interface HistoryOptions {
  db: ControllerDatabase;
  now: () => number;
  timeZone: () => Promise<string>;
  /** Throws `not-found` for a printer that is not there. */
  requirePrinter: (name: string) => void;
}

type Count = 'triggers' | 'trigger_bounces' | 'printed_labels';

/** Counts one more, on the first time from nothing. */
function counting(column: Count) {
  return compileOnce((db: ControllerDatabase, value: Value<{ printer: string }>) =>
    db
      .insertInto('print_counters')
      .values({ printer: value('printer'), triggers: 0, trigger_bounces: 0, printed_labels: 0, [column]: 1 })
      .onConflict((conflict) => conflict.column('printer').doUpdateSet({ [column]: sql`${sql.ref(`print_counters.${column}`)} + 1` })),
  );
}

const addTrigger = counting('triggers');
const addBounce = counting('trigger_bounces');
const addPrinted = counting('printed_labels');
const addToMinute = compileOnce((db: ControllerDatabase, value: Value<{ printer: string; minute: number }>) =>
  db
    .insertInto('history_minutes')
    .values({ printer: value('printer'), minute: value('minute'), count: 1 })
    .onConflict((conflict) => conflict.columns(['printer', 'minute']).doUpdateSet({ count: sql`history_minutes.count + 1` })),
);
const addToQuarter = compileOnce((db: ControllerDatabase, value: Value<{ printer: string; quarter: number }>) =>
  db
    .insertInto('history_quarters')
    .values({ printer: value('printer'), quarter: value('quarter'), count: 1 })
    .onConflict((conflict) => conflict.columns(['printer', 'quarter']).doUpdateSet({ count: sql`history_quarters.count + 1` })),
);

/** Counts of every printer, and its confirmed prints over time. Counts only grow. */
export class History {
  readonly #options: HistoryOptions;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Throws `not-found` for an unknown printer. */
  async counters(printer: string): Promise<PrintCounters> {
    const { db, requirePrinter } = this.#options;
    requirePrinter(printer);
    const row = await db.selectFrom('print_counters').selectAll().where('printer', '=', printer).executeTakeFirst();
    return { triggers: row?.triggers ?? 0, triggerBounces: row?.trigger_bounces ?? 0, printedLabels: row?.printed_labels ?? 0 };
  }

  /** Counts an accepted trigger, in the transaction that reserves its print. */
  async countTrigger(printer: string, trx: ControllerTransaction): Promise<void> {
    await addTrigger(trx, { printer });
  }

  async countBounce(printer: string): Promise<void> {
    await addBounce(this.#options.db, { printer });
  }

  /** Counts a confirmed print, in the transaction that settles it. */
  async countPrinted({ printer, at }: { printer: string; at: number }, trx: ControllerTransaction): Promise<void> {
    await addPrinted(trx, { printer });
    await addToMinute(trx, { printer, minute: Math.floor(at / MINUTE) });
    await addToQuarter(trx, { printer, quarter: Math.floor(at / QUARTER) });
  }

  /**
   * Labels printed per bucket, from the bucket that holds `start` (default: the first print) to the one that holds `end`
   * (default: now, or the last print where that is later because the clock was set back), empty ones included. A printer that never
   * printed has the one bucket that holds `end`, with 0. What is stored counts UTC quarter-hours: the zone of now cuts the buckets. Throws
   * `not-found` for an unknown printer, and `invalid-input` for a start after the end and for more than 20 000 buckets.
   */
  async read(printer: string, query: PrintHistoryQuery): Promise<PrintHistory> {
    const { requirePrinter, now, timeZone } = this.#options;
    requirePrinter(printer);
    const end = query.end === undefined ? Math.max(now(), (await this.#outermost(printer, 'desc')) ?? -Infinity) : query.end * 1_000;
    const start = query.start === undefined ? Math.min(end, (await this.#outermost(printer, 'asc')) ?? end) : query.start * 1_000;
    if (start > end) throw invalid('?start', 'must not be after end');
    if (-start > LAST_MOMENT) throw invalid('?start', 'lies too far away');
    if (end > LAST_MOMENT) throw invalid('?end', 'lies too far away');
    const { resolution } = query;
    const starts = bucketStarts({ resolution, start, end, timeZone: await timeZone() }, BUCKET_LIMIT);
    if (!starts) throw tooMany(resolution, end - start);
    const counts = await this.#countsIn(printer, resolution, starts);
    return { time: starts.map((bucket) => bucket / 1_000), count: counts };
  }

  async #countsIn(printer: string, resolution: Resolution, starts: readonly number[]): Promise<number[]> {
    const counts = starts.map(() => 0);
    let bucket = 0;
    for (const { at, count: printed } of await this.#printed(printer, resolution, starts)) {
      while ((starts[bucket + 1] ?? Infinity) <= at) bucket++;
      counts[bucket] = (counts[bucket] ?? 0) + printed;
    }
    return counts;
  }

  /** Stored counts from the first bucket on, up to the end of the last one, oldest first. */
  async #printed(printer: string, resolution: Resolution, starts: readonly number[]): Promise<{ at: number; count: number }[]> {
    const first = starts[0] ?? 0;
    const last = starts.at(-1) ?? 0;
    const { db, timeZone } = this.#options;
    const behind = bucketStarts({ resolution, start: last, end: last + 2 * USUAL_LENGTH[resolution], timeZone: await timeZone() }, 10)?.[1];
    const end = behind ?? last + USUAL_LENGTH[resolution];
    if (resolution === 'MINUTES') {
      const rows = await db
        .selectFrom('history_minutes')
        .select(['minute', 'count'])
        .where('printer', '=', printer)
        .where('minute', '>=', first / MINUTE)
        .where('minute', '<', end / MINUTE)
        .orderBy('minute')
        .execute();
      return rows.map((row) => ({ at: row.minute * MINUTE, count: row.count }));
    }
    const rows = await db
      .selectFrom('history_quarters')
      .select(['quarter', 'count'])
      .where('printer', '=', printer)
      .where('quarter', '>=', first / QUARTER)
      .where('quarter', '<', end / QUARTER)
      .orderBy('quarter')
      .execute();
    return rows.map((row) => ({ at: row.quarter * QUARTER, count: row.count }));
  }

  /** The minute of the first (`asc`) or last print: one step in the index, however long the history is. */
  async #outermost(printer: string, order: 'asc' | 'desc'): Promise<number | undefined> {
    const row = await this.#options.db
      .selectFrom('history_minutes')
      .select('minute')
      .where('printer', '=', printer)
      .orderBy('minute', order)
      .limit(1)
      .executeTakeFirst();
    return row && row.minute * MINUTE;
  }
}

function tooMany(resolution: Resolution, length: number): ProblemError {
  const coarser = RESOLUTIONS.slice(RESOLUTIONS.indexOf(resolution) + 1);
  const fitting = coarser.find((candidate) => length / USUAL_LENGTH[candidate] + 2 <= BUCKET_LIMIT);
  const limit = 'gives more than 20 000 buckets between start and end';
  if (fitting) return invalid('?resolution', `${resolution} ${limit}; ${fitting} fits`);
  return invalid('?resolution', `${resolution} ${limit}, and no coarser resolution fits: ask for a shorter time`);
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('invalid-input', { detail: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}
