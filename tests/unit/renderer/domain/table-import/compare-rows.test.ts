import { describe, expect, it } from 'vitest';
import { compareRows, uniqueColumn } from '#renderer/domain/table-import/compare-rows.ts';
import { takenBack, updated } from '#renderer/domain/tables/table-update.ts';

const TABLE = {
  columns: ['GTIN', 'Name', 'Weight'],
  rows: [
    ['1', 'Ketchup', '500'],
    ['2', 'Mustard', '250'],
    ['3', 'Aioli', '200'],
    ['', 'Without a key', ''],
  ],
};

/** The file has the columns Name, GTIN and Price; the table has no Price. */
const FILE = {
  matches: [
    { column: 1, source: 0 },
    { column: 0, source: 1 },
  ],
  key: { column: 0, source: 1 },
};

const compared = (rows: string[][], table = TABLE) =>
  compareRows(
    table,
    rows.map((cells, index) => ({ line: index + 2, cells })),
    FILE,
  );

describe('a file that is compared with a table by a key', () => {
  it('changes cells of known keys, adds rows of new ones, and keeps all others', () => {
    const difference = compared([
      ['Mustard', '2', '1.99'],
      ['Salt', '9', '0.99'],
      ['Tomato Ketchup', '1', '2.99'],
    ]);
    expect(difference).toEqual({
      update: {
        cells: [{ row: 0, column: 'Name', was: 'Ketchup', value: 'Tomato Ketchup' }],
        added: [['9', 'Salt', '']],
        rowCount: 4,
      },
      changedRows: 1,
      unchangedRows: 1,
      keptRows: 2,
      repeatedInFile: [],
      repeatedInTable: [],
      keyless: 0,
    });
    const after = updated(TABLE, difference.update);
    expect(after?.rows).toEqual([['1', 'Tomato Ketchup', '500'], ...TABLE.rows.slice(1), ['9', 'Salt', '']]);
    expect(after && takenBack(after, difference.update)).toEqual(TABLE);
  });

  it('leaves out and names keys that are repeated in the file, in the table, and empty', () => {
    const doubled = { ...TABLE, rows: [...TABLE.rows, ['3', 'Aioli again', '']] };
    const difference = compared(
      [
        ['A', '1', ''],
        ['B', '1', ''],
        ['C', '3', ''],
        ['D', '', ''],
      ],
      doubled,
    );
    expect(difference).toMatchObject({
      update: { cells: [], added: [] },
      repeatedInFile: [{ key: '1', places: [2, 3] }],
      repeatedInTable: [{ key: '3', places: [2, 4] }],
      keyless: 1,
    });
  });

  it('is found by the first column that identifies each row', () => {
    const rows = TABLE.rows.slice(0, 3);
    expect(uniqueColumn({ ...TABLE, rows }, ['Weight', 'GTIN'])).toBe('GTIN');
    expect(uniqueColumn({ ...TABLE, rows: [...rows, ['3', 'Relish', '90']] }, ['GTIN', 'Name'])).toBe('Name');
    expect(uniqueColumn(TABLE, ['GTIN', 'Weight'])).toBeUndefined();
  });
});

describe('an update', () => {
  const { update } = compared([
    ['Tomato Ketchup', '1', ''],
    ['Salt', '9', ''],
  ]);
  const after = updated(TABLE, update) ?? TABLE;
  const changed = (row: number, column: number, value: string) => ({
    ...after,
    rows: after.rows.with(row, after.rows[row]?.with(column, value) ?? []),
  });

  it('is not written over a cell or rows that have changed', () => {
    const [first = [], ...others] = TABLE.rows;
    expect(updated({ ...TABLE, rows: [first.with(1, 'Cream'), ...others] }, update)).toBeUndefined();
    expect(updated({ ...TABLE, rows: others }, update)).toBeUndefined();
  });

  it('is taken back while other cells change, such as counts of prints', () => {
    expect(takenBack(changed(0, 2, '501'), update)?.rows[0]).toEqual(['1', 'Ketchup', '501']);
  });

  it('is not taken back over a cell or an added row that has changed', () => {
    expect(takenBack(changed(0, 1, 'Cream'), update)).toBeUndefined();
    expect(takenBack(changed(4, 2, '1'), update)).toBeUndefined();
    expect(takenBack({ ...after, rows: [...after.rows, ['10', '', '']] }, update)).toBeUndefined();
  });
});
