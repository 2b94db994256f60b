import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSelection } from '#renderer/panels/job/use-selection.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

/** Two ketchups of one brand: only the number distinguishes them. */
const TABLE = {
  columns: ['Maker', 'GTIN', 'Label'],
  rows: [
    ['Heinz', '8715700421681', 'Bottle'],
    ['Heinz', '8715700115504', ''],
  ],
};
let rig: PageRig;

beforeEach(async () => {
  rig = await openPageRig({
    tables: {
      rows: async ({ query }) => {
        const column = TABLE.columns.indexOf(query.column ?? '');
        const found = TABLE.rows.map((cells, row) => ({ row, cells })).filter(({ cells }) => cells[column] === query.key);
        return { columns: TABLE.columns, rows: found.slice(0, Number(query.limit)), total: found.length };
      },
    },
  });
});

afterEach(() => rig.end());

function openSelection(columns: readonly string[] = []) {
  return rig.run(() =>
    useSelection(
      () => 'c1',
      () => columns,
    ),
  );
}

async function openRow(row: number) {
  const selection = openSelection();
  selection.kind.value = 'row';
  selection.rowChoice.table.value = 'Products';
  await flushPromises();
  selection.rowChoice.row.value = { table: 'Products', columns: TABLE.columns, row, cells: TABLE.rows[row]! };
  await flushPromises();
  return selection;
}

describe('the job that is set up', () => {
  it('is undefined before a label is chosen', () => {
    const selection = openSelection();
    expect(selection.job.value).toBeUndefined();
  });

  it('is undefined for a label that needs a row, and names its columns', () => {
    const selection = openSelection(['Name']);
    selection.label.value = 'Food case';
    expect([selection.job.value, selection.missingColumns.value]).toEqual([undefined, ['Name']]);
  });

  it('has the label, and copies and description if they are given', () => {
    const selection = openSelection();
    selection.label.value = 'Best before';
    expect(selection.job.value).toEqual({ labelName: 'Best before', queue: false });
    selection.copies.value = 12;
    selection.description.value = ' Morning shift ';
    selection.isCheckpoint.value = true;
    selection.mode.value = 'append';
    const given = { labelName: 'Best before', copies: 12, description: 'Morning shift', checkpoint: true };
    expect(selection.job.value).toEqual({ ...given, queue: true, freeze: false });
  });

  it('is undefined for an invalid number of copies', () => {
    const selection = openSelection();
    selection.label.value = 'Best before';
    selection.areCopiesValid.value = false;
    expect(selection.job.value).toBeUndefined();
  });

  it('names a row by the first unique column', async () => {
    const selection = await openRow(0);
    selection.rowLabel.value = 'name:Bottle';
    expect(selection.job.value).toEqual({
      labelName: 'Bottle',
      tableName: 'Products',
      keyColumn: 'GTIN',
      key: '8715700421681',
      queue: false,
    });
  });

  it('uses another key column if it is chosen', async () => {
    const selection = await openRow(0);
    selection.rowLabel.value = 'name:Bottle';
    selection.rowChoice.keyColumn.value = 'Maker';
    expect(selection.job.value).toMatchObject({ keyColumn: 'Maker', key: 'Heinz' });
  });

  it('takes the label from a column of the row and simulates that label', async () => {
    const selection = await openRow(0);
    selection.rowLabel.value = 'column:Label';
    expect(selection.job.value).toMatchObject({ labelColumn: 'Label' });
    expect(selection.job.value).not.toHaveProperty('labelName');
    expect(selection.subject.value).toEqual({ label: 'Bottle', table: { name: 'Products', keyColumn: 'GTIN', key: '8715700421681' } });
  });

  it('is undefined for a row whose column names no label', async () => {
    const selection = await openRow(1);
    selection.rowLabel.value = 'column:Label';
    expect(selection.job.value).toBeUndefined();
  });

  it('discards the row when another table is chosen', async () => {
    const selection = await openRow(0);
    selection.rowChoice.table.value = 'Colours';
    await flushPromises();
    expect(selection.rowChoice.row.value).toBeUndefined();
  });
});
