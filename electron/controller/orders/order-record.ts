import { sql, type Selectable } from 'kysely';
import { hasRows, storedOrderSchema, type NewOrder, type PrintOrder, type PrintOrderState } from '#contract/api-v3/order.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { OrdersTable } from '#storage/database/order-schema.ts';
import { readStored } from '../stored-content/stored-json.ts';
import { orderPath } from './order-problems.ts';

export type Db = ControllerDatabase | ControllerTransaction;
export type OrderRow = Selectable<OrdersTable>;

/** A job of an order, with its counts. */
export interface OrderJob {
  order: number;
  start: number;
  id: string;
  printer: string;
  state: 'queued' | 'done' | 'aborted' | 'deselected';
  started: number;
  printed: number;
  handedOver: number;
  unknown: number;
  /** Prints whose outcome is not known yet and that no person needs to look at. */
  unsettled: number;
}

/** A stored order with its printers and jobs. */
export interface OrderRecord {
  row: OrderRow;
  order: NewOrder;
  jobs: OrderJob[];
  state: PrintOrderState;
}

/** The order as JSON for its row: its printers and its start have columns of their own. */
export function documentOf({ printers: _printers, start: _start, ...document }: NewOrder): string {
  return JSON.stringify(document);
}

/** Reads the printers and jobs of orders, and derives their states. Throws `content-unusable`. */
export async function readRecords(rows: readonly OrderRow[], db: Db): Promise<OrderRecord[]> {
  if (rows.length === 0) return [];
  const numbers = rows.map(({ number }) => number);
  const printers = await db.selectFrom('order_printers').selectAll().where('order_number', 'in', numbers).orderBy('position').execute();
  const jobs = await readJobs(numbers, db);
  const records = rows.map(async (row) => {
    const own = printers.filter(({ order_number: number }) => number === row.number).map(({ printer }) => printer);
    const order = readOrder(row, own);
    const its = jobs.filter((job) => job.order === row.number);
    const state = stateOf(row, { order, jobs: its });
    // The last job may have been taken out of its queue when there was nothing left to print.
    const isDone = state === 'interrupted' && (await countTaken(row.number, db)) >= row.asked;
    return { row, order, jobs: its, state: isDone ? ('done' as const) : state };
  });
  return Promise.all(records);
}

/** Prints of an order's jobs that were not void, without reprints. */
export async function countTaken(order: number, db: Db): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    SELECT count(*) AS taken FROM order_jobs JOIN prints INDEXED BY prints_of_job ON prints.job = order_jobs.job
    WHERE order_number = ${order} AND prints.state <> 'void' AND reprint_of IS NULL`.execute(db);
  return rows[0]?.taken ?? 0;
}

function readOrder(row: OrderRow, printers: readonly string[]): NewOrder {
  const thing = { title: `order "${row.id}"`, instance: orderPath(row.id) };
  const stored = readStored(storedOrderSchema, row.document, thing);
  return { ...stored, printers: [...printers], start: row.start };
}

async function readJobs(numbers: readonly number[], db: Db): Promise<OrderJob[]> {
  const { rows } = await sql<OrderJob>`
    SELECT order_number AS "order", start_number AS "start", jobs.id, jobs.printer, jobs.state, jobs.started, jobs.printed,
      jobs.handed_over AS "handedOver",
      (SELECT count(*) FROM prints INDEXED BY prints_not_printed
        WHERE prints.state = 'unknown' AND prints.state <> 'printed' AND prints.job = jobs.id) AS "unknown",
      (SELECT count(*) FROM prints INDEXED BY prints_not_printed
        WHERE prints.state IN ('reserved', 'sent') AND prints.state <> 'printed' AND prints.job = jobs.id) AS "unsettled"
    FROM order_jobs JOIN jobs ON jobs.id = order_jobs.job
    WHERE order_number IN (${sql.join(numbers)}) ORDER BY order_number, start_number, jobs.printer`.execute(db);
  return rows;
}

/** The state of an order by the jobs of its last start, if it was started. */
export function stateOf(row: Pick<OrderRow, 'state'>, { order, jobs }: Pick<OrderRecord, 'order' | 'jobs'>): PrintOrderState {
  if (row.state !== 'started') return row.state;
  const last = Math.max(...jobs.map(({ start }) => start));
  const current = jobs.filter(({ start }) => start === last);
  if (current.some(({ unsettled }) => unsettled > 0)) return 'running';
  // A job over shared rows is done when no copy of any row is left, whichever printer printed it.
  const isDone = hasRows(order) ? current.some(({ state }) => state === 'done') : current.every(({ state }) => state === 'done');
  if (isDone) return 'done';
  if (!current.some(({ state }) => state === 'queued')) return 'interrupted';
  return current.some(({ started }) => started > 0) ? 'running' : 'queued';
}

/** The order as the API shows it. */
export function toOrder({ row, order, jobs, state }: OrderRecord, waits?: string): PrintOrder {
  const reason = row.reason ?? waits;
  const total = (count: 'printed' | 'handedOver' | 'unknown') => jobs.reduce((sum, job) => sum + job[count], 0);
  return {
    id: row.id,
    state,
    ...(reason !== undefined && reason !== '' && { reason }),
    ...order,
    asked: row.asked,
    printed: total('printed'),
    handedOver: total('handedOver'),
    unknown: total('unknown'),
    ...(row.folder !== null && { folder: row.folder }),
    ...(row.file !== null && { file: row.file }),
    ...(row.operator !== null && row.operator !== '' && { operator: row.operator }),
    created: textOf(row.created),
    ...(row.started !== null && { started: textOf(row.started) }),
    ...(row.ended !== null && { ended: textOf(row.ended) }),
  };
}

function textOf(moment: number): string {
  return new Date(moment).toISOString();
}
