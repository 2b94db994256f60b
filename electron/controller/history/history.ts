import type { PrintCounters } from '#contract/api-v3/print-counters.ts';
import { RESOLUTIONS, type PrintHistory, type PrintHistoryQuery, type Resolution } from '#contract/api-v3/print-history.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Selectable } from 'kysely';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import { Statement } from '#storage/database/statement.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { bucketEdges, USUAL_LENGTH } from './buckets.ts';
import { PastCounts, type CountedSlot, type SlotsFrom } from './past-counts.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** The most buckets per response. */
const BUCKET_LIMIT = 20_000;
/** Limit of moments: `Date` ends at 8.64e15, and another bucket must fit. */
const LAST_MOMENT = 8.64e15 - 30 * USUAL_LENGTH.DAYS;

export interface HistoryOptions {
  db: ControllerDatabase;
  now: () => number;
  timeZone: () => Promise<string>;
  /** Throws `not-found` for an unknown printer. */
  requirePrinter: (name: string) => void;
  publish?: Publish;
}

const COUNTS = ['triggers', 'trigger_bounces', 'printed_labels', 'handed_over_labels'] as const;
type Count = (typeof COUNTS)[number];

/** A statement that adds 1 to a count, from 0. */
function counting(column: Count): Statement {
  const rest = COUNTS.filter((other) => other !== column);
  return new Statement(`
    INSERT INTO print_counters (printer, ${column}, ${rest.join(', ')}) VALUES (?1, 1, ${rest.map(() => '0').join(', ')})
    ON CONFLICT (printer) DO UPDATE SET ${column} = print_counters.${column} + 1`);
}

const ADD_TRIGGER = counting('triggers');
const ADD_BOUNCE = counting('trigger_bounces');
const ADD_PRINTED = counting('printed_labels');
const ADD_HANDED_OVER = counting('handed_over_labels');
const ADD_TO_MINUTE = new Statement(`
  INSERT INTO history_minutes (printer, minute, count) VALUES (?1, ?2, 1)
  ON CONFLICT (printer, minute) DO UPDATE SET count = history_minutes.count + 1`);
const ADD_TO_QUARTER = new Statement(`
  INSERT INTO history_quarters (printer, quarter, count) VALUES (?1, ?2, 1)
  ON CONFLICT (printer, quarter) DO UPDATE SET count = history_quarters.count + 1`);

/** Slots from ?2 (inclusive) to ?3 (exclusive), at most ?4; `total` is the count of the printer that all its slots add up to. */
function slotsFrom(table: SlotTable, slot: 'minute' | 'quarter', total = 'printed_labels'): SlotsFrom {
  const slots = new Statement<CountedSlot>(`
    SELECT ${slot} AS slot, count, (SELECT ${total} FROM print_counters WHERE printer = ?1) AS printed
    FROM ${table} WHERE printer = ?1 AND ${slot} >= ?2 AND ${slot} < ?3 ORDER BY ${slot} LIMIT ?4`);
  return (db, { printer, first, end, limit }) => slots.all(db, printer, first, end, limit);
}

type SlotTable = 'history_minutes' | 'history_quarters' | 'not_verified_minutes' | 'not_verified_quarters';

const NOT_VERIFIED = 'misread + mismatch + not_read';
const minutesFrom = slotsFrom('history_minutes', 'minute');
const quartersFrom = slotsFrom('history_quarters', 'quarter');
const notVerifiedMinutesFrom = slotsFrom('not_verified_minutes', 'minute', NOT_VERIFIED);
const notVerifiedQuartersFrom = slotsFrom('not_verified_quarters', 'quarter', NOT_VERIFIED);

/** The minute of the first or last print; the first minute of its quarter-hour if its minutes were removed. */
function outermost(order: 'ASC' | 'DESC'): Statement<{ minute: number }> {
  return new Statement(`
    SELECT coalesce((SELECT ${order === 'ASC' ? 'min' : 'max'}(minute) FROM history_minutes
      WHERE printer = ?1 AND minute >= 15 * quarter AND minute < 15 * quarter + 15), 15 * quarter) AS minute
    FROM history_quarters AS outermost WHERE printer = ?1 ORDER BY quarter ${order} LIMIT 1`);
}
const OUTERMOST_MINUTE = { asc: outermost('ASC'), desc: outermost('DESC') };

/** The counts of every printer, and its confirmed prints over time. Counts only grow. */
export class History {
  readonly #options: HistoryOptions;
  readonly #minutes: PastCounts;
  readonly #quarters: PastCounts;
  readonly #notVerifiedMinutes: PastCounts;
  readonly #notVerifiedQuarters: PastCounts;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#minutes = new PastCounts(options.db, minutesFrom, { isWhole: false });
    this.#quarters = new PastCounts(options.db, quartersFrom, { isWhole: true });
    this.#notVerifiedMinutes = new PastCounts(options.db, notVerifiedMinutesFrom, { isWhole: false });
    this.#notVerifiedQuarters = new PastCounts(options.db, notVerifiedQuartersFrom, { isWhole: true });
  }

  /** Throws `not-found` for an unknown printer. */
  async counters(printer: string): Promise<PrintCounters> {
    const { db, requirePrinter } = this.#options;
    requirePrinter(printer);
    const row = await db.selectFrom('print_counters').selectAll().where('printer', '=', printer).executeTakeFirst();
    await whenDurable(db);
    return {
      triggers: row?.triggers ?? 0,
      triggerBounces: row?.trigger_bounces ?? 0,
      printedLabels: row?.printed_labels ?? 0,
      handedOverLabels: row?.handed_over_labels ?? 0,
      ...(hasVerdicts(row) && { verification: verdictsOf(row) }),
    };
  }

  /** Counts an accepted trigger, in the transaction that reserves its print. */
  async countTrigger(printer: string, trx: ControllerTransaction): Promise<void> {
    await ADD_TRIGGER.run(trx, printer);
  }

  async countBounce(printer: string): Promise<void> {
    const { db, publish = noPublish } = this.#options;
    await inTransaction(db, (trx) => ADD_BOUNCE.run(trx, printer));
    publish({ type: 'trigger:bounced', printer });
  }

  /** Counts a confirmed print, in the transaction that settles it. */
  async countPrinted({ printer, at }: { printer: string; at: number }, trx: ControllerTransaction): Promise<void> {
    await ADD_PRINTED.run(trx, printer);
    await ADD_TO_MINUTE.run(trx, printer, Math.floor(at / MINUTE));
    await ADD_TO_QUARTER.run(trx, printer, Math.floor(at / QUARTER));
  }

  /** Counts a print that was handed over, in the transaction that settles it. It is not in the history. */
  async countHandedOver(printer: string, trx: ControllerTransaction): Promise<void> {
    await ADD_HANDED_OVER.run(trx, printer);
  }

  /**
   * Labels printed per bucket, from the bucket that contains `start` (default: the first print) to the one that contains `end` (default:
   * now, or the last print if that is later because the clock was set back), including empty ones. A printer that never printed has one
   * bucket with 0. Stored counts are by UTC quarter-hour; the current time zone defines the buckets. Throws `not-found` for an unknown
   * printer, and `invalid-input` for a start after the end or more than 20 000 buckets.
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
    const edges = bucketEdges({ resolution, start, end, timeZone: await timeZone() }, BUCKET_LIMIT);
    if (!edges) throw tooMany(resolution, end - start);
    const [count, notVerified] = [await this.#countsIn(printer, edges, resolution), await this.#notVerifiedIn(printer, edges, resolution)];
    await whenDurable(this.#options.db);
    return { time: startsIn(edges), count, ...(notVerified && { notVerified }) };
  }

  /** Clears all cached counts; call after a printer was renamed. */
  clearCache(): void {
    this.clearMinuteCache();
    this.#quarters.clear();
    this.#notVerifiedQuarters.clear();
  }

  /** Clears the cached minutes; call after minutes were removed. */
  clearMinuteCache(): void {
    this.#minutes.clear();
    this.#notVerifiedMinutes.clear();
  }

  #countsIn(printer: string, edges: Float64Array, resolution: Resolution): Promise<number[]> {
    const counts = resolution === 'MINUTES' ? this.#minutes : this.#quarters;
    return counts.between(printer, slotsOf(edges, resolution));
  }

  /** Undefined for a printer whose prints no reader ever judged. */
  async #notVerifiedIn(printer: string, edges: Float64Array, resolution: Resolution): Promise<number[] | undefined> {
    const row = await this.#options.db
      .selectFrom('print_counters')
      .select(['verified', 'misread', 'mismatch', 'not_read'])
      .where('printer', '=', printer)
      .executeTakeFirst();
    if (!hasVerdicts(row)) return undefined;
    const counts = resolution === 'MINUTES' ? this.#notVerifiedMinutes : this.#notVerifiedQuarters;
    return counts.between(printer, slotsOf(edges, resolution));
  }

  /** The minute of the first (`asc`) or last (`desc`) print, by one index lookup. */
  async #outermost(printer: string, order: 'asc' | 'desc'): Promise<number | undefined> {
    const row = await OUTERMOST_MINUTE[order].first(this.#options.db, printer);
    return row && row.minute * MINUTE;
  }
}

/** The edges in the unit of the stored slots. */
function slotsOf(edges: Float64Array, resolution: Resolution): Float64Array {
  const unit = resolution === 'MINUTES' ? MINUTE : QUARTER;
  const slots = new Float64Array(edges.length);
  for (let index = 0; index < edges.length; index += 1) slots[index] = (edges[index] ?? 0) / unit;
  return slots;
}

type VerdictRow = Pick<Selectable<ControllerSchema['print_counters']>, 'verified' | 'misread' | 'mismatch' | 'not_read'>;

/** Whether a reader ever judged a print. */
function hasVerdicts(row: VerdictRow | undefined): boolean {
  return row !== undefined && row.verified + row.misread + row.mismatch + row.not_read > 0;
}

function verdictsOf(row: VerdictRow | undefined) {
  return { verified: row?.verified ?? 0, misread: row?.misread ?? 0, mismatch: row?.mismatch ?? 0, notRead: row?.not_read ?? 0 };
}

/** Starts of the buckets in seconds. With 20 000 buckets an array of fixed length takes half the time of a growing one. */
function startsIn(edges: Float64Array): number[] {
  const seconds = new Array<number>(edges.length - 1);
  for (let index = 0; index < seconds.length; index += 1) seconds[index] = (edges[index] ?? 0) / 1_000;
  return seconds;
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
