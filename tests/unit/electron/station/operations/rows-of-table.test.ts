import { describe, expect, it } from 'vitest';
import { rowsOfTable } from '#station/operations/rows-of-table.ts';

const TABLE = {
  columns: ['GTIN', 'Name'],
  rows: [
    ['1', 'Straße'],
    ['2', 'Milk'],
    ['1', 'Whey'],
  ],
};

describe('a page of rows out of a whole table', () => {
  it('has the rows from the offset on, and counts all', () => {
    expect(rowsOfTable(TABLE, { offset: 1, limit: 1 })).toEqual({
      columns: TABLE.columns,
      rows: [{ row: 1, cells: ['2', 'Milk'] }],
      total: 3,
    });
  });

  it('finds text in any cell, upper and lower case alike', () => {
    expect(rowsOfTable(TABLE, { search: 'STRASSE' }).rows).toEqual([{ row: 0, cells: ['1', 'Straße'] }]);
  });

  it('finds a key exactly, in its column only', () => {
    expect(rowsOfTable(TABLE, { column: 'GTIN', key: '1' }).rows.map(({ row }) => row)).toEqual([0, 2]);
    expect(rowsOfTable(TABLE, { column: 'Name', key: '1' }).total).toBe(0);
  });

  it('refuses a column that the table has not', () => {
    expect(() => rowsOfTable(TABLE, { column: 'SKU', key: '1' })).toThrow('no column "SKU"');
  });
});
