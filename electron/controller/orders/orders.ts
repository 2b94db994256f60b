import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { hasRows, type NewOrder, type OrderDetail, type OrdersPage, type OrdersQuery } from '#contract/api-v3/order.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inReadTransaction } from '#storage/database/in-transaction.ts';
import { Statement } from '#storage/database/statement.ts';
import type { Publish } from '../events/events.ts';
import { documentOf, readRecords, toOrder, type Db, type OrderRecord, type OrderRow } from './order-record.ts';
import { orderNotFound, orderStarted } from './order-problems.ts';

export interface OrdersOptions {
  db: ControllerDatabase;
  /** Milliseconds since the epoch. */
  now: () => number;
  publish: Publish;
}

/** An order to store. */
export interface OrderToStore {
  id: string;
  order: NewOrder;
  /** The prints that it asks for, as its check found them. */
  asked: number;
  /** Where it came from, unless a client put it. */
  folder?: string | undefined;
  file?: string | undefined;
}

/** Rows that one page of a list reads at most, so that a rare state does not read all orders. */
const SCANNED = 2_000;

/** Started orders without a queued job that one look reads. */
const MOST_CLOSED = 500;

/** Starts the order of the job ?1 again if it is done. */
const REOPEN = new Statement<{ id: string }>(`
  UPDATE orders SET state = 'started', ended = NULL
  WHERE number = (SELECT order_number FROM order_jobs WHERE job = ?1) AND state = 'done' RETURNING id`);

/** The orders of ERP and MES systems. What they have printed follows from their jobs and the ledger. */
export class Orders {
  readonly #options: OrdersOptions;
  /** Why orders that could start do not, by id. */
  readonly waiting = new Map<string, string>();

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  /**
   * Adds an order, or replaces one that has not started. The same order again changes nothing, in whatever state it is. Throws
   * `order-started` for another one with the id of an order that has.
   */
  async put({ id, order, asked, folder, file }: OrderToStore, trx: ControllerTransaction): Promise<'created' | 'replaced' | 'unchanged'> {
    const existing = await this.find(id, trx);
    if (existing && isDeepStrictEqual(existing.order, normalized(order))) return 'unchanged';
    if (existing && existing.row.state !== 'open') throw orderStarted(id, existing.state);
    const values = { document: documentOf(order), start: order.start, asked };
    const number = existing?.row.number ?? (await this.#insert({ id, folder, file, ...values }, trx));
    if (existing) await trx.updateTable('orders').set(values).where('number', '=', number).execute();
    await trx.deleteFrom('order_printers').where('order_number', '=', number).execute();
    const printers = order.printers.map((printer, position) => ({ order_number: number, position, printer }));
    await trx.insertInto('order_printers').values(printers).execute();
    this.changed(id, trx);
    return existing ? 'replaced' : 'created';
  }

  /** Whether this is the stored order: it need not be checked again, and may have started. */
  async isSame(id: string, order: NewOrder): Promise<boolean> {
    return isDeepStrictEqual((await this.find(id))?.order, normalized(order));
  }

  /** Throws `not-found` and `content-unusable`. */
  async record(id: string, db: Db = this.#options.db): Promise<OrderRecord> {
    const found = await this.find(id, db);
    if (!found) throw orderNotFound(id);
    return found;
  }

  /** The order with its jobs and the verdicts on its prints. Throws `not-found`. */
  async get(id: string, db: Db = this.#options.db): Promise<OrderDetail> {
    return inReadTransaction(db, async (trx) => {
      const record = await this.record(id, trx);
      const jobs = record.jobs.map(({ id: job, printer, state, printed, handedOver, unknown }) => ({
        ...{ id: job, printer, state, printed, handedOver, unknown },
      }));
      return { ...toOrder(record, this.waiting.get(id)), ...(await verdictsOf(record.row.number, trx)), jobs };
    });
  }

  /** A page of orders, newest first. One with fewer orders than asked for may still have a next page. */
  async page(query: OrdersQuery): Promise<OrdersPage> {
    const { states, limit } = query;
    return inReadTransaction(this.#options.db, async (trx) => {
      const rows = await rowsOf(query, trx);
      const found: OrderRecord[] = [];
      let read = 0;
      while (read < rows.length && found.length < limit) {
        const records = await readRecords(rows.slice(read, read + limit), trx);
        found.push(...records.filter(({ state }) => !states || states.includes(state)));
        read += records.length;
      }
      const shown = found.slice(0, limit);
      const isLast = read === rows.length && found.length <= limit && rows.length < scannedBy(query);
      const last = found.length > limit || found.length === limit ? shown.at(-1)?.row.number : rows[read - 1]?.number;
      return { orders: shown.map((record) => toOrder(record, this.waiting.get(record.row.id))), next: isLast ? null : (last ?? null) };
    });
  }

  /** The started orders of which no job is in a queue any more: they are done, interrupted, or wait for the outcome of prints. */
  async withoutQueuedJobs(): Promise<OrderRecord[]> {
    const { db } = this.#options;
    const { rows } = await sql<OrderRow>`
      SELECT orders.* FROM orders INDEXED BY orders_active
      WHERE orders.state = 'started' AND orders.state IN ('open', 'started') AND NOT EXISTS (
        SELECT 1 FROM order_jobs JOIN jobs ON jobs.id = order_jobs.job WHERE order_number = number AND jobs.state = 'queued')
      ORDER BY number LIMIT ${MOST_CLOSED}`.execute(db);
    return inReadTransaction(db, (trx) => readRecords(rows, trx));
  }

  /** The first orders that start at once as queued jobs. */
  async toQueue(limit: number): Promise<OrderRecord[]> {
    const { db } = this.#options;
    const rows = await active(db).where('state', '=', 'open').where('start', '=', 'queue').orderBy('number').limit(limit).execute();
    return inReadTransaction(db, (trx) => readRecords(rows, trx));
  }

  /** The automatic orders that are the first ones of all their printers. */
  async nextAutomatic(): Promise<OrderRecord[]> {
    const { db } = this.#options;
    const { rows } = await sql<OrderRow>`
      SELECT orders.* FROM orders WHERE number IN (
        SELECT min(number) FROM orders INDEXED BY orders_active JOIN order_printers ON order_number = number
        WHERE state = 'open' AND start = 'automatic' AND state IN ('open', 'started') GROUP BY printer)
      AND NOT EXISTS (
        SELECT 1 FROM order_printers AS own JOIN order_printers AS other ON other.printer = own.printer
        JOIN orders AS earlier ON earlier.number = other.order_number
        WHERE own.order_number = orders.number AND other.order_number < orders.number
          AND earlier.state = 'open' AND earlier.start = 'automatic')
      ORDER BY number`.execute(db);
    return inReadTransaction(db, (trx) => readRecords(rows, trx));
  }

  /** The order has these jobs now. */
  async addJobs(
    { row }: OrderRecord,
    { jobs, operator }: { jobs: readonly string[]; operator: string },
    trx: ControllerTransaction,
  ): Promise<void> {
    const { last } = await trx
      .selectFrom('order_jobs')
      .select(({ fn }) => fn.coalesce(fn.max('start_number'), sql<number>`0`).as('last'))
      .where('order_number', '=', row.number)
      .executeTakeFirstOrThrow();
    const values = jobs.map((job) => ({ job, order_number: row.number, start_number: last + 1 }));
    await trx.insertInto('order_jobs').values(values).execute();
    const started = row.started ?? this.#options.now();
    await trx.updateTable('orders').set({ state: 'started', reason: null, operator, started }).where('number', '=', row.number).execute();
    this.changed(row.id, trx);
  }

  /** Closes an order. */
  async close(
    { row }: Pick<OrderRecord, 'row'>,
    { state, reason = null }: { state: 'done' | 'cancelled' | 'refused'; reason?: string | null },
    trx: ControllerTransaction,
  ): Promise<void> {
    await trx.updateTable('orders').set({ state, reason, ended: this.#options.now() }).where('number', '=', row.number).execute();
    this.changed(row.id, trx);
  }

  /**
   * A print of a job was not made. If the job is one of an order that was done, the order has started again: its job prints what is left,
   * or it is interrupted.
   */
  async reopen(job: string, trx: ControllerTransaction): Promise<void> {
    const order = await REOPEN.first(trx, job);
    if (order) this.changed(order.id, trx);
  }

  /** Publishes the change when the transaction commits. */
  changed(id: string, trx: ControllerTransaction): void {
    this.#options.publish({ type: 'order:changed', id }, trx);
  }

  /** The order with this id. Throws `content-unusable`. */
  async find(id: string, db: Db = this.#options.db): Promise<OrderRecord | undefined> {
    const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
    return row && (await readRecords([row], db))[0];
  }

  async #insert(
    {
      folder = null,
      file = null,
      ...values
    }: { id: string; document: string; start: NewOrder['start']; asked: number } & Partial<Record<'folder' | 'file', string | null>>,
    trx: ControllerTransaction,
  ): Promise<number> {
    const created = this.#options.now();
    const row = { ...values, folder, file, created, state: 'open' as const };
    return (await trx.insertInto('orders').values(row).returning('number').executeTakeFirstOrThrow()).number;
  }
}

/** How many rows a page reads. */
function scannedBy({ states, limit }: OrdersQuery): number {
  return states ? SCANNED : limit + 1;
}

/** The rows that a page may show: the states of started orders are not known yet. */
function rowsOf(query: OrdersQuery, trx: ControllerTransaction): Promise<OrderRow[]> {
  const { states, printer, before } = query;
  let rows = trx.selectFrom('orders').selectAll().orderBy('number', 'desc');
  if (before !== undefined) rows = rows.where('number', '<', before);
  if (states?.every((state) => state === 'open')) rows = rows.where('state', '=', 'open');
  if (printer !== undefined) rows = rows.where('number', 'in', ordersOf(printer, trx));
  return rows.limit(scannedBy(query)).execute();
}

/** Literals: SQLite does not use the partial index of active orders for bound parameters. */
function active(db: ControllerDatabase) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`state IN ('open', 'started')`);
}

function ordersOf(printer: string, db: Db) {
  return db.selectFrom('order_printers').select('order_number').where('printer', '=', printer);
}

async function verdictsOf(number: number, trx: ControllerTransaction): Promise<{ verified: number; rejected: number }> {
  const { rows } = await sql<{ verified: number; rejected: number }>`
    SELECT coalesce(sum(verification = 'verified'), 0) AS verified, coalesce(sum(verification <> 'verified'), 0) AS rejected
    FROM order_jobs JOIN prints INDEXED BY prints_of_job ON prints.job = order_jobs.job
    WHERE order_number = ${number} AND reprint_of IS NULL`.execute(trx);
  return rows[0] ?? { verified: 0, rejected: 0 };
}

/** The prints that an order asks for, given what the check of one of its selections found. */
export function askedBy(order: NewOrder, rowCopies: number): number {
  return hasRows(order) ? rowCopies : (order.quantity ?? 0);
}

/** As it is read from the database, where undefined and missing values are the same. */
function normalized(order: NewOrder): unknown {
  return JSON.parse(JSON.stringify(order));
}
