import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecords, type OrderRow } from '#controller/orders/order-record.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

let db: ControllerDatabase;
let row: OrderRow;

beforeEach(async () => {
  db = openControllerDatabase(':memory:');
  // The labels and printers that the rows name do not matter here.
  await sql`PRAGMA foreign_keys = OFF`.execute(db);
  const document = JSON.stringify({ labelName: 'Plain', quantity: 3 });
  await insert('orders', { number: 1, id: 'A', document, start: 'automatic', state: 'started', asked: 3 });
  await insert('order_printers', { order_number: 1, printer: 'Line 1' });
  await insert('jobs', { id: 'first', printer: 'Line 1', state: 'deselected' });
  await insert('order_jobs', { job: 'first', order_number: 1, start_number: 1 });
  row = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
});
afterEach(() => db.destroy());

/** Inserts a row; other columns that must have a value are 0 or empty. */
async function insert(table: string, values: Record<string, unknown>): Promise<void> {
  const columns = await sql<{ name: string; type: string; needed: number }>`
    SELECT name, type, "notnull" AND dflt_value IS NULL AS needed FROM pragma_table_info(${table})`.execute(db);
  const needed = columns.rows.filter((column) => column.needed === 1);
  const all = { ...Object.fromEntries(needed.map(({ name, type }) => [name, type === 'TEXT' ? '' : 0])), ...values };
  const names = sql.join(Object.keys(all).map((name) => sql.ref(name)));
  await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES (${sql.join(Object.values(all))})`.execute(db);
}

const putPrints = async (...states: string[]) => {
  for (const [at, state] of states.entries()) await insert('prints', { id: at + 1, printer: 'Line 1', job: 'first', state });
};
const state = async () => (await readRecords([row], db))[0]?.state;

it('an order whose job was taken out of the queue is interrupted while a print is left', async () => {
  await putPrints('printed', 'unknown', 'void');
  await expect(state()).resolves.toBe('interrupted');
});

it('an order whose job was taken out of the queue when no print was left is done', async () => {
  await putPrints('printed', 'unknown', 'void', 'printed');
  await expect(state()).resolves.toBe('done');
});

it('a print that is made again does not count twice', async () => {
  await putPrints('printed', 'printed');
  await insert('prints', { id: 9, printer: 'Line 1', job: 'first', state: 'printed', reprint_of: 1 });
  await expect(state()).resolves.toBe('interrupted');
});

it('an order whose job is done is interrupted while a print is left', async () => {
  await db.updateTable('jobs').set({ state: 'done' }).execute();
  await putPrints('printed', 'printed', 'void');
  await expect(state()).resolves.toBe('interrupted');
  await insert('prints', { id: 9, printer: 'Line 1', job: 'first', state: 'printed' });
  await expect(state()).resolves.toBe('done');
});

it('prints that were removed after their retention time still count', async () => {
  await putPrints('printed', 'void');
  await insert('ledger_archive', { job: 'first', printer: 'Line 1', prints: 3, printed: 2, voided: 1 });
  await expect(state()).resolves.toBe('done');
});

describe('an order over rows whose job is done', () => {
  beforeEach(async () => {
    const document = JSON.stringify({ labelName: 'Plain', tableName: 'Rows', firstRow: 2, rowCount: 3 });
    row = { ...row, document };
    await db.updateTable('jobs').set({ state: 'done', allocation: 1, first_row: 2, row_count: 3 }).execute();
  });

  it('is done also when other orders have printed rows of it', async () => {
    await insert('allocated_rows', { allocation: 1, row: 2, taken: 1 });
    await expect(state()).resolves.toBe('done');
  });

  it.each([
    [1, 'done'],
    [2, 'interrupted'],
    [4, 'interrupted'],
    [5, 'done'],
  ])('with a copy of the row %i owed is %s', async (owedRow, expected) => {
    await insert('allocated_rows', { allocation: 1, row: owedRow, taken: 1, owed: 1 });
    await expect(state()).resolves.toBe(expected);
  });
});
