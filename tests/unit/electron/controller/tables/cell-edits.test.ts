import { describe, expect, it } from 'vitest';
import type { CellEdits } from '#contract/api-v3/table.ts';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

const MILK = {
  columns: ['GTIN', 'Name'],
  rows: [
    ['1', 'Milk'],
    ['2', 'Whey'],
  ],
};

describe('an edit of cells', () => {
  it('changes them, what a search finds, and the version', async () => {
    const tables = await withMilk();
    const before = await tables.version('Milk');
    await edit(tables, [
      { row: 0, column: 'Name', was: 'Milk', value: 'Oat' },
      { row: 1, column: 'GTIN', value: '' },
    ]);
    expect((await tables.get('Milk')).rows).toEqual([
      ['1', 'Oat'],
      ['', 'Whey'],
    ]);
    const { rows } = await tables.rows('Milk', { search: 'oat', offset: 0, limit: 10 });
    expect(rows).toEqual([{ row: 0, cells: ['1', 'Oat'] }]);
    expect(await tables.version('Milk')).not.toBe(before);
  });

  it('leaves the rows the same rows', async () => {
    const tables = await withMilk();
    const page = async () => (await tables.rows('Milk', { offset: 0, limit: 1 })).rowsVersion;
    const before = await page();
    await edit(tables, [{ row: 0, column: 'Name', value: 'Oat' }]);
    expect(await page()).toBe(before);
    await tables.put('Milk', MILK);
    expect(await page()).not.toBe(before);
  });

  it('overwrites no newer value, names it, and writes no other cell', async () => {
    const tables = await withMilk();
    const refused = edit(tables, [
      { row: 1, column: 'Name', was: 'Whey', value: 'Curd' },
      { row: 0, column: 'Name', was: 'Cream', value: 'Oat' },
    ]);
    await expect(refused).rejects.toMatchObject({
      slug: 'changed-meanwhile',
      message: expect.stringContaining('"Name" in row 0 (counted from 0; row 1 on the page) is "Milk" now') as string,
    });
    expect(await tables.get('Milk')).toEqual(MILK);
  });

  it('is refused once the rows were replaced', async () => {
    const tables = await withMilk();
    const { rowsVersion } = await tables.rows('Milk', { offset: 0, limit: 1 });
    await tables.put('Milk', MILK);
    const refused = tables.editCells('Milk', {
      ...(rowsVersion === undefined ? {} : { rowsVersion }),
      cells: [{ row: 0, column: 'Name', value: 'Oat' }],
    });
    await expect(refused).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    expect(await tables.get('Milk')).toEqual(MILK);
  });

  it.each([
    { row: 2, column: 'Name', says: 'has 2 rows; there is no row 2 (counted from 0; row 3 on the page)' },
    { row: 0, column: 'SKU', says: 'no column "SKU"' },
  ])('is refused for an unknown cell: %o', async ({ says, ...place }) => {
    await expect(edit(await withMilk(), [{ ...place, value: 'x' }])).rejects.toThrow(says);
  });
});

async function withMilk(): Promise<Tables> {
  const tables = new Tables({ db: openControllerDatabase(':memory:'), now: () => 0 });
  await tables.put('Milk', MILK);
  return tables;
}

function edit(tables: Tables, cells: CellEdits['cells']): Promise<void> {
  return tables.editCells('Milk', { cells });
}
