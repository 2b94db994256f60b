import { describe, expect, it } from 'vitest';
import { findExampleRow, type TableReader } from '#renderer/domain/tables/example-row.ts';
import { columnsOf } from '#renderer/domain/tables/label-columns.ts';
import { findObject, resolvedTexts } from '#renderer/domain/label-document/label-object-place.ts';

const LABEL = {
  width: 1,
  objs: [
    { type: 'Rect' },
    { type: 'ObjectGroup', children: [{ type: 'Text', name: 'Lot', text: '{TABLE;GTIN}' }] },
    { type: 'GS1-DataMatrix', apps: [{ id: '01', value: '09521234510000' }, ['21', '000001']] },
  ],
};

describe('the place of a pointer', () => {
  it('counts from 1, through groups', () => {
    expect(findObject(LABEL, '/objs/1/children/0/font/height')).toEqual({ number: '2.1', type: 'Text', name: 'Lot', field: 'font height' });
    expect(findObject(LABEL, '/objs/2/apps/0/value')).toEqual({ number: '3', type: 'GS1-DataMatrix', name: '', field: 'apps 1 value' });
  });

  it('is undefined for the label itself', () => {
    expect(findObject(LABEL, '/width')).toBeUndefined();
  });
});

describe('the texts of a resolved label', () => {
  it('are listed in drawing order, with GS1 identifiers in brackets', () => {
    expect(resolvedTexts(LABEL).map(({ number, text }) => [number, text])).toEqual([
      ['2.1', '{TABLE;GTIN}'],
      ['3', '(01)09521234510000(21)000001'],
    ]);
  });

  it('are empty for a document of another shape', () => {
    expect([null, 3, [], { objs: 'x' }, { objs: [null, 7] }].flatMap((document) => resolvedTexts(document))).toEqual([]);
  });
});

describe('the example row of a label', () => {
  const rows: Record<string, string[][]> = {
    Empty: [],
    Products: [
      ['food', '1', 'Ketchup'],
      ['food', '2', 'Mustard'],
    ],
  };
  const reader: TableReader = {
    list: () =>
      Promise.resolve([
        { name: 'Other', columns: ['Name'] },
        { name: 'Empty', columns: ['GTIN', 'Name'] },
        { name: 'Products', columns: ['Kind', 'GTIN', 'Name'] },
      ]),
    rows: (table, { column, key }) => {
      const columns = ['Kind', 'GTIN', 'Name'];
      const found = (rows[table] ?? []).filter((cells) => column === undefined || cells[columns.indexOf(column)] === key);
      return Promise.resolve({ columns, rows: found.map((cells, row) => ({ row, cells })), total: found.length });
    },
  };

  it('is the first row of the first table that has rows and all columns, identified by a unique key', async () => {
    expect(await findExampleRow(columnsOf(LABEL), reader)).toEqual({ table: 'Products', keyColumn: 'GTIN', key: '1' });
  });

  it('is undefined for a label without table columns', async () => {
    expect(await findExampleRow(columnsOf({ objs: [{ type: 'Text', text: 'A' }] }), reader)).toBeUndefined();
  });
});
