import { describe, expect, it } from 'vitest';
import { rowsOfTable } from '#station/whole-tables/rows-of-table.ts';

const TABLE = {
  columns: ['GTIN', 'Name'],
  rows: [
    ['1', 'Straße'],
    ['2', 'Milk'],
    ['1', 'Whey'],
  ],
};

describe('a page of rows out of a whole table', () => {
  it('has the rows from the offset on, and the total', () => {
    expect(rowsOfTable(TABLE, { offset: 1, limit: 1 })).toEqual({
      columns: TABLE.columns,
      rows: [{ row: 1, cells: ['2', 'Milk'] }],
      total: 3,
    });
  });

  it('finds text in any cell, case-insensitively', () => {
    expect(rowsOfTable(TABLE, { search: 'STRASSE' }).rows).toEqual([{ row: 0, cells: ['1', 'Straße'] }]);
  });

  it('finds a key exactly, in its column only', () => {
    expect(rowsOfTable(TABLE, { column: 'GTIN', key: '1' }).rows.map(({ row }) => row)).toEqual([0, 2]);
    expect(rowsOfTable(TABLE, { column: 'Name', key: '1' }).total).toBe(0);
  });

  it('finds text within one column', () => {
    const table = { ...TABLE, rows: [...TABLE.rows, ['3', 'Milk 1']] };
    expect(rowsOfTable(table, { search: '1', within: 'GTIN' }).rows.map(({ row }) => row)).toEqual([0, 2]);
  });

  it('finds values that occur in several rows, except empty ones', () => {
    const table = { ...TABLE, rows: [...TABLE.rows, ['', 'Oil'], ['', 'Salt']] };
    expect(rowsOfTable(table, { doubles: 'GTIN' }).rows.map(({ row }) => row)).toEqual([0, 2]);
  });

  it('is sorted by a column in both directions', () => {
    const numbers = (order?: 'descending') => rowsOfTable(TABLE, { sort: 'GTIN', ...(order ? { order } : {}) }).rows.map(({ row }) => row);
    expect([numbers(), numbers('descending')]).toEqual([
      [0, 2, 1],
      [1, 2, 0],
    ]);
  });

  it.each([{ column: 'SKU', key: '1' }, { sort: 'SKU' }, { doubles: 'SKU' }, { search: 'x', within: 'SKU' }])(
    'refuses a column that the table has not: %o',
    (query) => {
      expect(() => rowsOfTable(TABLE, query)).toThrow('no column "SKU"');
    },
  );
});
