import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#process/log.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const RANGE = { labelName: 'Name', tableName: 'Names', printedColumn: 'Printed' };
const ROWS = [
  ['a', '', '1'],
  ['b', '41', 'x'],
  ['c', ' 7 ', '3'],
];

describe('the printed column of a job', () => {
  let rig: PrintingRig;
  const warn = vi.fn();

  beforeEach(async () => {
    warn.mockClear();
    rig = await PrintingRig.build({ log: { ...silentLog, warn } });
    await rig.controller.labels.put('Name', textLabel('{TABLE;Name}'));
    await rig.controller.tables.put('Names', { columns: ['Name', 'Printed', 'Other'], rows: ROWS });
  });
  afterEach(() => rig.close());

  const cells = async () => (await rig.controller.tables.get('Names')).rows.map(([, printed]) => printed);

  async function print(times: number): Promise<void> {
    for (let done = 0; done < times; done++) await rig.trigger();
    await rig.finishPrints();
  }

  it('counts the confirmed prints of each row', async () => {
    await rig.select({ ...RANGE, copies: 2 });
    await print(3);
    expect(await cells()).toEqual(['2', '42', ' 7 ']);
  });

  it('counts nothing before the mark is confirmed', async () => {
    await rig.select(RANGE);
    await rig.trigger();
    expect(await cells()).toEqual(['', '41', ' 7 ']);
  });

  it('counts in the row with the key, wherever it is now', async () => {
    await rig.select({ ...RANGE, keyColumn: 'Name', key: 'b' });
    await rig.controller.tables.put('Names', { columns: ['Printed', 'Name'], rows: [['41', 'b']] });
    await print(1);
    expect((await rig.controller.tables.get('Names')).rows).toEqual([['42', 'b']]);
  });

  it('changes the version of the table and its cells', async () => {
    const { tables } = rig.controller;
    const before = await tables.version('Names');
    await rig.select({ ...RANGE, firstRow: 1 });
    await print(1);
    expect(await tables.version('Names')).not.toBe(before);
    const found = async (search: string) => (await tables.rows('Names', { search, offset: 0, limit: 9 })).rows.map(({ row }) => row);
    expect({ new: await found('42'), old: await found('41') }).toEqual({ new: [1], old: [] });
  });

  it('prints its value at the time of the trigger', async () => {
    await rig.controller.labels.put('Name', textLabel('{TABLE;Name} {TABLE;Printed}'));
    await rig.select({ ...RANGE, firstRow: 1, rowCount: 1, copies: 2 });
    await print(1);
    await print(1);
    expect(new Set((await rig.prints()).map(({ pictureHash }) => pictureHash)).size).toBe(2);
  });

  it('confirms a print whose row was removed, and logs it', async () => {
    await rig.select(RANGE);
    await rig.trigger();
    await rig.controller.tables.put('Names', { columns: ['Name'], rows: [['a']] });
    await rig.finishPrints();
    expect(await rig.prints()).toMatchObject([{ state: 'printed' }]);
    const message = 'print 1 was made but is not counted in its table: The table "Names" has no column "Printed".';
    expect(warn.mock.calls.flat()).toContain(message);
  });

  it('counts for a frozen job too', async () => {
    await rig.select({ ...RANGE, freeze: true });
    await print(3);
    expect(await cells()).toEqual(['1', '42', '8']);
  });

  it('E19 must hold whole numbers in every row of the range', async () => {
    await rig.select({ labelData: textLabel('before') });
    const detail =
      '"x" in row 1 (counted from 0; row 2 on the page) of the column "Other" of the table "Names" is not a whole number: prints cannot be counted there';
    await expect(rig.select({ ...RANGE, printedColumn: 'Other' })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/printedColumn', detail }] },
    });
    await expect(rig.select({ ...RANGE, printedColumn: 'Nowhere' })).rejects.toMatchObject({ slug: 'not-found' });
    expect((await rig.controller.printing.status('Line 1')).job?.label).toBe('');
  });
});
