import { describe, expect, it } from 'vitest';
import type { Table } from '#contract/api-v3/table.ts';
import type { EditContext } from '#controller/tables/row-column-edits.ts';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { storedDataIds } from '#controller/tables/rows/table-data.ts';

const MILK: Table = {
  columns: ['GTIN', 'Name'],
  rows: [
    ['1', 'Milk'],
    ['2', 'Whey'],
    ['3', 'Curd'],
  ],
};
const NEW = ['9', 'Oat'];

/** Makes an edit, as if nothing used the table. */
const FREE: EditContext<unknown> = { lock: (work) => work(), check: async () => undefined, store: async () => undefined };

async function withMilk(table = MILK) {
  const db = openControllerDatabase(':memory:');
  const tables = new Tables({ db, now: () => 0 });
  await tables.put('Milk', table);
  const version = async () => (await tables.rows('Milk', { offset: 0, limit: 0 })).rowsVersion ?? '';
  const numbers = async (search: string) => (await tables.rows('Milk', { search, offset: 0, limit: 10 })).rows.map(({ row }) => row);
  return { db, tables, edits: tables.edits, version, numbers, rows: async () => (await tables.get('Milk')).rows };
}

describe('added rows', () => {
  it('follow the last row, are found, and leave the numbers of the others', async () => {
    const { tables, edits, version, numbers, rows } = await withMilk();
    const before = { rowsVersion: await version(), etag: await tables.version('Milk') };
    expect(await edits.addRows('Milk', { rows: [NEW] }, FREE)).toEqual({ row: 3, rowsVersion: before.rowsVersion });
    expect([await rows(), await numbers('oat')]).toEqual([[...MILK.rows, NEW], [3]]);
    expect(await tables.version('Milk')).not.toBe(before.etag);
    expect(await tables.summary('Milk')).toMatchObject({ rowCount: 4 });
  });

  it('are put before a row, whose number and those after it change', async () => {
    const { edits, version, numbers, rows } = await withMilk();
    const before = await version();
    const { row, rowsVersion } = await edits.addRows('Milk', { at: 1, rows: [NEW, NEW], rowsVersion: before }, FREE);
    expect([row, await version()]).toEqual([1, rowsVersion]);
    expect(rowsVersion).not.toBe(before);
    expect([await rows(), await numbers('whey')]).toEqual([[MILK.rows[0], NEW, NEW, MILK.rows[1], MILK.rows[2]], [3]]);
  });

  it.each([
    [{ rows: [['1']] }, '/rows/0', 'has 1 cells where the table "Milk" has 2 columns'],
    [{ at: 0, rows: [NEW, ['1', '2', '3']] }, '/rows/1', 'has 3 cells'],
    [{ at: 4, rows: [NEW] }, '/at', 'has 3 rows'],
  ])('are refused as a whole if one does not fit: %o', async (added, pointer, says) => {
    const { edits, rows } = await withMilk();
    const refused = edits.addRows('Milk', added, FREE);
    await expect(refused).rejects.toMatchObject({
      slug: 'invalid-input',
      message: expect.stringContaining(says) as string,
      context: { errors: [{ pointer }] },
    });
    expect(await rows()).toEqual(MILK.rows);
  });

  it('are refused once a row may have another number', async () => {
    const { edits, version, rows } = await withMilk();
    const rowsVersion = await version();
    await edits.deleteRows('Milk', { row: 0, count: 1 }, FREE);
    for (const at of [undefined, 0]) {
      await expect(edits.addRows('Milk', { at, rows: [NEW], rowsVersion }, FREE)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    }
    expect(await rows()).toEqual(MILK.rows.slice(1));
  });
});

describe('deleted rows', () => {
  it('are returned, so that they can be added again', async () => {
    const { db, edits, rows } = await withMilk();
    const { rows: deleted, rowsVersion } = await edits.deleteRows('Milk', { row: 0, count: 2 }, FREE);
    expect([deleted, await rows()]).toEqual([MILK.rows.slice(0, 2), MILK.rows.slice(2)]);
    await edits.addRows('Milk', { at: 0, rows: deleted, rowsVersion }, FREE);
    expect(await rows()).toEqual(MILK.rows);
    expect(await storedDataIds(db)).toHaveLength(1);
  });

  it.each([
    [{ row: 3, count: 1 }, 'there is no row 3'],
    [{ row: 2, count: 2 }, 'there is no row 3'],
  ])('must exist: %o', async (wanted, says) => {
    const { edits, rows } = await withMilk();
    await expect(edits.deleteRows('Milk', wanted, FREE)).rejects.toThrow(says);
    expect(await rows()).toEqual(MILK.rows);
  });

  it('keep a count that a print makes and a cell that is edited while the rows are rewritten', async () => {
    const rows = Array.from({ length: 2_500 }, (_, row) => [`${row}`, '0']);
    const { tables, edits, rows: stored } = await withMilk({ columns: ['GTIN', 'Printed'], rows });
    const meanwhile: EditContext<unknown> = {
      ...FREE,
      lock: async (work) => {
        await tables.editCells('Milk', { cells: [{ row: 2_400, column: 'Printed', value: '7' }] });
        await tables.editCells('Milk', { cells: [{ row: 5, column: 'Printed', value: '8' }] });
        return work();
      },
    };
    await edits.deleteRows('Milk', { row: 5, count: 10 }, meanwhile);
    const left = [...rows.slice(0, 5), ...rows.slice(15)];
    expect(await stored()).toEqual(left.map(([gtin, printed]) => [gtin, gtin === '2400' ? '7' : printed]));
  });

  it('do not return into a table that is replaced meanwhile', async () => {
    const { db, tables, edits, rows } = await withMilk();
    const other = { columns: ['A'], rows: [['1']] };
    const meanwhile: EditContext<unknown> = {
      ...FREE,
      lock: async (work) => {
        await tables.put('Milk', other);
        return work();
      },
    };
    await expect(edits.deleteRows('Milk', { row: 0, count: 1 }, meanwhile)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    expect([await rows(), await storedDataIds(db)]).toEqual([other.rows, [expect.any(Number)]]);
  });

  it('are read to the end by those who read the table before', async () => {
    const { tables, edits } = await withMilk();
    const reading = tables.walk('Milk', { from: 0, end: 3 });
    const first = await reading.next();
    await edits.deleteRows('Milk', { row: 0, count: 3 }, FREE);
    expect(first.value).toHaveLength(3);
    expect(await reading.next()).toEqual({ done: true, value: undefined });
  });
});

describe('columns', () => {
  it('are added empty or with cells, and are found by search', async () => {
    const { tables, edits, numbers } = await withMilk();
    await edits.addColumn('Milk', { name: 'Weight', at: 1, cells: ['a', 'b', 'c'] }, FREE);
    await edits.addColumn('Milk', { name: 'Note' }, FREE);
    expect(await tables.get('Milk')).toEqual({
      columns: ['GTIN', 'Weight', 'Name', 'Note'],
      rows: [
        ['1', 'a', 'Milk', ''],
        ['2', 'b', 'Whey', ''],
        ['3', 'c', 'Curd', ''],
      ],
    });
    expect(await numbers('b')).toEqual([1]);
  });

  it('are deleted with their cells, which are returned', async () => {
    const { tables, edits } = await withMilk();
    const { rowsVersion, ...deleted } = await edits.deleteColumn('Milk', { column: 'GTIN' }, FREE);
    expect(deleted).toEqual({ at: 0, cells: ['1', '2', '3'] });
    expect(await tables.get('Milk')).toEqual({ columns: ['Name'], rows: [['Milk'], ['Whey'], ['Curd']] });
    await edits.addColumn('Milk', { name: 'GTIN', ...deleted, rowsVersion }, FREE);
    expect(await tables.get('Milk')).toEqual(MILK);
  });

  it('are renamed without a change of rows', async () => {
    const { tables, edits, version } = await withMilk();
    const before = { rowsVersion: await version(), etag: await tables.version('Milk') };
    await edits.renameColumn('Milk', { column: 'Name', name: 'Product' }, FREE);
    expect(await tables.get('Milk')).toEqual({ ...MILK, columns: ['GTIN', 'Product'] });
    expect([await version(), (await tables.version('Milk')) === before.etag]).toEqual([before.rowsVersion, false]);
  });

  it.each<[string, { edit: (edits: Tables['edits']) => Promise<unknown>; slug: string; says: string }]>([
    [
      'a second column of the same name',
      { edit: (edits) => edits.addColumn('Milk', { name: 'Name' }, FREE), slug: 'name-taken', says: 'column "Name"' },
    ],
    [
      'the name of another column',
      { edit: (edits) => edits.renameColumn('Milk', { column: 'GTIN', name: 'Name' }, FREE), slug: 'name-taken', says: '"Name"' },
    ],
    [
      'too few cells',
      { edit: (edits) => edits.addColumn('Milk', { name: 'A', cells: ['1'] }, FREE), slug: 'invalid-input', says: '3 cells' },
    ],
    [
      'a place behind the last',
      { edit: (edits) => edits.addColumn('Milk', { name: 'A', at: 3 }, FREE), slug: 'invalid-input', says: '2 columns' },
    ],
    [
      'an unknown column',
      { edit: (edits) => edits.deleteColumn('Milk', { column: 'SKU' }, FREE), slug: 'not-found', says: 'no column "SKU"' },
    ],
    [
      'an unknown column to rename',
      { edit: (edits) => edits.renameColumn('Milk', { column: 'SKU', name: 'A' }, FREE), slug: 'not-found', says: 'no column "SKU"' },
    ],
  ])('are not changed for %s', async (_what, { edit, slug, says }) => {
    const { tables, edits } = await withMilk();
    await expect(edit(edits)).rejects.toMatchObject({ slug, message: expect.stringContaining(says) as string });
    expect(await tables.get('Milk')).toEqual(MILK);
  });

  it('are at least one', async () => {
    const { edits } = await withMilk({ columns: ['GTIN'], rows: [] });
    await expect(edits.deleteColumn('Milk', { column: 'GTIN' }, FREE)).rejects.toThrow('at least one column');
  });
});
