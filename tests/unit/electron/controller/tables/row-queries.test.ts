import { describe, expect, it } from 'vitest';
import type { RowsQuery } from '#contract/api-v3/table.ts';
import { Tables } from '#controller/tables/tables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

const PRODUCTS = {
  columns: ['GTIN', 'Name'],
  rows: [
    ['30', 'Milk'],
    ['10', 'Whey'],
    ['20', 'milk jam'],
    ['10', 'Oat 30'],
    ['', 'Salt'],
    ['', 'Oil'],
  ],
};

describe('the rows of a query', () => {
  it('come in the order of a column, equal cells in the order of their rows', async () => {
    const found = await asked({ sort: 'GTIN' });
    expect(found).toEqual([4, 5, 1, 3, 2, 0]);
  });

  it('come in descending order', async () => {
    expect(await asked({ sort: 'GTIN', order: 'descending' })).toEqual([0, 2, 3, 1, 5, 4]);
    expect(await asked({ order: 'descending' })).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it('are those whose cell occurs in another row too, except empty ones', async () => {
    expect(await asked({ doubles: 'GTIN' })).toEqual([1, 3]);
    expect(await asked({ doubles: 'Name' })).toEqual([]);
  });

  it('are those with a text within one column', async () => {
    expect([await asked({ search: '30' }), await asked({ search: '30', within: 'GTIN' })]).toEqual([[0, 3], [0]]);
    expect(await asked({ search: 'MILK', within: 'Name' })).toEqual([0, 2]);
  });

  it('are narrowed and ordered together, page by page', async () => {
    const tables = await withProducts();
    const query = { search: '0', sort: 'Name', order: 'descending', limit: 2 } as const;
    const pages = await Promise.all([0, 2, 4].map(async (offset) => tables.rows('Products', { ...query, offset })));
    expect(pages.map(({ rows, total }) => [total, ...rows.map(({ row }) => row)])).toEqual([[4, 2, 1], [4, 3, 0], [4]]);
  });

  it('are searched again once a cell has changed', async () => {
    const tables = await withProducts();
    await tables.rows('Products', { sort: 'GTIN', offset: 0, limit: 10 });
    await tables.editCells('Products', { cells: [{ row: 0, column: 'GTIN', value: '05' }] });
    const { rows } = await tables.rows('Products', { sort: 'GTIN', offset: 0, limit: 10 });
    expect(rows.map(({ row }) => row)).toEqual([4, 5, 0, 1, 3, 2]);
  });

  it.each([{ sort: 'SKU' }, { doubles: 'SKU' }, { search: 'a', within: 'SKU' }])('are refused for an unknown column: %o', async (query) => {
    await expect(asked(query)).rejects.toThrow('no column "SKU"');
  });

  it('are complete in the order of a column that is read in turns', async () => {
    const tables = await withProducts();
    const rows = Array.from({ length: 45_000 }, (_, row) => [row % 3 === 0 ? 'same' : String((row * 7_919) % 45_000).padStart(5, '0')]);
    await tables.put('Long', { columns: ['A'], rows });
    const expected = rows
      .map(([cell = ''], row) => ({ cell, row }))
      .sort((a, b) => (a.cell < b.cell ? -1 : a.cell > b.cell ? 1 : a.row - b.row));
    const offsets = [0, 15_000, 20_000, 29_999, 44_500];
    const pages = await Promise.all(offsets.map(async (offset) => (await tables.rows('Long', { sort: 'A', offset, limit: 500 })).rows));
    expect(pages.map((page) => page.map(({ row }) => row))).toEqual(
      offsets.map((offset) => expected.slice(offset, offset + 500).map(({ row }) => row)),
    );
    expect((await tables.rows('Long', { doubles: 'A', offset: 0, limit: 1 })).total).toBe(15_000);
  });
});

async function withProducts(): Promise<Tables> {
  const tables = new Tables({ db: openControllerDatabase(':memory:'), now: () => 0 });
  await tables.put('Products', PRODUCTS);
  return tables;
}

async function asked(query: Partial<RowsQuery>): Promise<number[]> {
  const { rows } = await (await withProducts()).rows('Products', { ...query, offset: 0, limit: 100 });
  return rows.map(({ row }) => row);
}
