import { sql } from 'kysely';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import type { ProductCounts } from './oee.ts';

const MINUTE = 60_000;
const MINUTES_PER_QUARTER = 15;
const HOUR = 60 * MINUTE;

/** Milliseconds since the epoch. */
interface Time {
  from: number;
  to: number;
}

type CountTable = 'history' | 'not_verified';

/** The products of a printer in a time, by minutes: a time that begins or ends within a minute has all of that minute. */
export async function productsOf(db: ControllerDatabase, printer: string, time: Time): Promise<ProductCounts> {
  const [printed, handedOver, notVerified, missed] = [
    await countIn(db, 'history', { printer, ...time }),
    await handedOverIn(db, printer, time),
    await countIn(db, 'not_verified', { printer, ...time }),
    await missedIn(db, sql<boolean>`printer = ${printer} AND at >= ${time.from} AND at < ${time.to} AND job IS NOT NULL`),
  ];
  return { printed: printed + handedOver, notVerified, missed };
}

/** The products of a whole job. */
export async function productsOfJob(db: ControllerDatabase, job: string): Promise<ProductCounts> {
  const row = await db.selectFrom('jobs').select(['printed', 'handed_over']).where('id', '=', job).executeTakeFirst();
  const { notVerified } = await db
    .selectFrom('prints')
    .select(({ fn }) => fn.countAll<number>().as('notVerified'))
    .where('job', '=', job)
    .where('verification', 'in', ['misread', 'mismatch', 'not-read'])
    .executeTakeFirstOrThrow();
  const missed = await missedIn(db, sql<boolean>`job = ${job}`);
  return { printed: (row?.printed ?? 0) + (row?.handed_over ?? 0), notVerified, missed };
}

/** Whole quarter-hours are read as such, since minutes are removed after a while; the rest by minutes. */
async function countIn(db: ControllerDatabase, table: CountTable, { printer, from, to }: Time & { printer: string }): Promise<number> {
  const [first, end] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)];
  const [firstQuarter, endQuarter] = [Math.ceil(first / MINUTES_PER_QUARTER), Math.floor(end / MINUTES_PER_QUARTER)];
  const minutes = (low: number, high: number) => sumOf(db, { table, slot: 'minute', printer, low, high });
  if (firstQuarter >= endQuarter) return minutes(first, end);
  const quarters = await sumOf(db, { table, slot: 'quarter', printer, low: firstQuarter, high: endQuarter });
  const before = await minutes(first, firstQuarter * MINUTES_PER_QUARTER);
  return before + quarters + (await minutes(endQuarter * MINUTES_PER_QUARTER, end));
}

interface Slots {
  table: CountTable;
  slot: 'minute' | 'quarter';
  printer: string;
  /** Inclusive. */
  low: number;
  /** Exclusive. */
  high: number;
}

async function sumOf(db: ControllerDatabase, { table, slot, printer, low, high }: Slots): Promise<number> {
  if (low >= high) return 0;
  const { rows } = await sql<{ sum: number }>`
    SELECT coalesce(sum(count), 0) AS sum FROM ${sql.table(`${table}_${slot}s`)}
    WHERE printer = ${printer} AND ${sql.ref(slot)} >= ${low} AND ${sql.ref(slot)} < ${high}`.execute(db);
  return rows[0]?.sum ?? 0;
}

/** Prints that were handed over are in no history: they are counted in the ledger, of a printer that has any. */
async function handedOverIn(db: ControllerDatabase, printer: string, { from, to }: Time): Promise<number> {
  const counts = await db.selectFrom('print_counters').select('handed_over_labels').where('printer', '=', printer).executeTakeFirst();
  if (!counts || counts.handed_over_labels === 0) return 0;
  const { low, high } = await db
    .selectFrom('print_hours')
    .select(({ fn }) => [fn.min('first').as('low'), fn.max('last').as('high')])
    .where('hour', '>=', Math.floor(from / HOUR))
    .where('hour', '<=', Math.floor(to / HOUR))
    .executeTakeFirstOrThrow();
  if (low === null || high === null) return 0;
  const { prints } = await db
    .selectFrom('prints')
    .select(({ fn }) => fn.countAll<number>().as('prints'))
    .where('state', '=', 'handed-over')
    .where('printer', '=', printer)
    .where('purpose', '=', 'production')
    .where('id', '>=', low)
    .where('id', '<=', high)
    .where('reserved', '>=', from)
    .where('reserved', '<', to)
    .executeTakeFirstOrThrow();
  return prints;
}

async function missedIn(db: ControllerDatabase, condition: ReturnType<typeof sql<boolean>>): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    SELECT coalesce(sum(products), 0) AS products FROM missed_triggers WHERE ${condition}`.execute(db);
  return rows[0]?.products ?? 0;
}
