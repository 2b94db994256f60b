import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const PRODUCTS = {
  columns: ['SKU', 'Name', 'Note'],
  rows: ['K1', 'K2', 'K3', 'K4'].map((key) => [key, `Name of ${key}`, '']),
};
const NEW = ['K9', 'New', ''];
const BY_KEY = { labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K2', description: 'Early shift' };
const RANGE = { labelName: 'Label', tableName: 'Products', rowCount: 3, description: 'Early shift' };
const ROW_OF_RANGE = 2;
const ROW_AFTER_RANGE = 3;

describe('a table that a job prints from', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.controller.tables.put('Products', PRODUCTS);
    await rig.controller.labels.put('Label', textLabel('{TABLE;Name}'));
  });
  afterEach(() => rig.close());

  const editing = () => rig.controller.tableEditing;
  const add = (at?: number) => editing().addRows('Products', { at, rows: [NEW] }, {});
  const remove = (row: number) => editing().deleteRows('Products', { row, count: 1 }, {});
  const inUse = (what: string) => ({
    slug: 'in-use',
    message: expect.stringContaining(`The ${what} the table "Products" is needed by "Early shift" on "Line 1"`) as string,
  });

  it('E20 keeps the order of the rows that a range counts, and takes rows after it', async () => {
    await rig.select(RANGE);
    await expect(add(ROW_OF_RANGE)).rejects.toMatchObject(inUse('order of the rows of'));
    await expect(remove(ROW_OF_RANGE)).rejects.toMatchObject(inUse('row 2 (counted from 0; row 3 on the page) of'));
    await expect(add(ROW_AFTER_RANGE)).resolves.toMatchObject({ row: ROW_AFTER_RANGE });
    await expect(add()).resolves.toMatchObject({ row: 5 });
    await expect(remove(ROW_AFTER_RANGE)).resolves.toMatchObject({ rows: [NEW] });
  });

  it('E20 keeps the row of a key, wherever it is, and takes rows before it', async () => {
    await rig.select(BY_KEY);
    await add(0);
    await expect(remove(2)).rejects.toMatchObject(inUse('row 2 (counted from 0; row 3 on the page) of'));
    await expect(remove(1)).resolves.toMatchObject({ rows: [PRODUCTS.rows[0]] });
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    const [print] = await rig.db.selectFrom('prints').select('print_values').execute();
    expect(print?.print_values).toContain('Name of K2');
  });

  it.each(['SKU', 'Name'])('E20 keeps the column %s, which the job or its label names', async (column) => {
    await rig.select(BY_KEY);
    const named = inUse(`column "${column}" of`);
    await expect(editing().deleteColumn('Products', { column }, {})).rejects.toMatchObject(named);
    await expect(editing().renameColumn('Products', { column, name: 'Other' }, {})).rejects.toMatchObject(named);
  });

  it('loses and gets columns that no job names', async () => {
    await rig.select(BY_KEY);
    await editing().deleteColumn('Products', { column: 'Note' }, {});
    await editing().addColumn('Products', { name: 'Weight', at: 0 }, {});
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    expect((await rig.controller.tables.summary('Products')).columns).toEqual(['Weight', 'SKU', 'Name']);
  });

  it.each([BY_KEY, RANGE])('is changed in any way under a frozen job', async (job) => {
    await rig.select({ ...job, freeze: true });
    await add(0);
    await remove(2);
    await editing().deleteColumn('Products', { column: 'Name' }, {});
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
  });

  it('keeps the order of the rows in which a frozen job counts its prints', async () => {
    await rig.controller.tables.put('Products', { ...PRODUCTS, rows: PRODUCTS.rows.map(([key = '', name = '']) => [key, name, '0']) });
    await rig.select({ ...RANGE, freeze: true, printedColumn: 'Note' });
    await expect(add(0)).rejects.toMatchObject({ slug: 'in-use' });
  });

  it('is changed in any way after the job', async () => {
    await rig.select(RANGE);
    await rig.select({});
    await expect(remove(0)).resolves.toMatchObject({ rows: [PRODUCTS.rows[0]] });
  });
});
