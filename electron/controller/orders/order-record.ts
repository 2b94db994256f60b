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
    const state = await stateByPrints(stateOf(row, { order, jobs: its }), { row, order }, db);
    return { row, order, jobs: its, state };
  });
  return Promise.all(records);
}

/** Corrects the state that follows from the jobs of an order: a job that has left its queue does not know what became of its prints. */
async function stateByPrints(state: PrintOrderState, { row, order }: Pick<OrderRecord, 'row' | 'order'>, db: Db): Promise<PrintOrderState> {
  if (row.state !== 'started') return state;
  // The last job may have been taken out of its queue when there was nothing left to print.
  if (state === 'interrupted') return (await countTaken(row.number, db)) >= row.asked ? 'done' : state;
  if (state !== 'done') return state;
  // A print that was not made is owed again; no job is left that could make it. Other orders may have printed rows of a range.
  const isLeft = hasRows(order) ? await isOwed(row.number, db) : (await countTaken(row.number, db)) < row.asked;
  return isLeft ? 'interrupted' : state;
}

/** Whether a copy of the rows that an order's jobs share is owed. */
async function isOwed(order: number, db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM order_jobs JOIN jobs ON jobs.id = order_jobs.job
    JOIN allocated_rows INDEXED BY allocated_rows_owed ON allocated_rows.allocation = jobs.allocation
    WHERE order_number = ${order} AND owed > 0 AND allocated_rows.row >= first_row AND allocated_rows.row < first_row + row_count
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Prints of an order's jobs that were not void, without reprints. Of prints that were removed after their retention time, reprints count too. */
export async function countTaken(order: number, db: Db): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    SELECT (
      SELECT count(*) FROM order_jobs JOIN prints INDEXED BY prints_of_job ON prints.job = order_jobs.job
      WHERE order_number = ${order} AND prints.state <> 'void' AND reprint_of IS NULL
    ) + (
      SELECT coalesce(sum(prints - voided), 0) FROM order_jobs JOIN ledger_archive ON ledger_archive.job = order_jobs.job
      WHERE order_number = ${order}
    ) AS taken`.execute(db);
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
