import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '#controller/engines/log.ts';
import { Plant, textLabel } from './plant.ts';

const RANGE = { labelName: 'Name', tableName: 'Names', printedColumn: 'Printed' };
const ROWS = [
  ['a', '', '1'],
  ['b', '41', 'x'],
  ['c', ' 7 ', '3'],
];

describe('the printed column of a job', () => {
  let plant: Plant;
  const warn = vi.fn();

  beforeEach(async () => {
    warn.mockClear();
    plant = await Plant.build({ log: { ...silentLog, warn } });
    await plant.controller.labels.put('Name', textLabel('{TABLE;Name}'));
    await plant.controller.tables.put('Names', { columns: ['Name', 'Printed', 'Other'], rows: ROWS });
  });
  afterEach(() => plant.close());

  const cells = async () => (await plant.controller.tables.get('Names')).rows.map(([, printed]) => printed);

  async function print(times: number): Promise<void> {
    for (let done = 0; done < times; done++) await plant.trigger();
    await plant.finishPrints();
  }

  it('counts the confirmed prints of each row', async () => {
    await plant.select({ ...RANGE, copies: 2 });
    await print(3);
    expect(await cells()).toEqual(['2', '42', ' 7 ']);
  });

  it('counts nothing before the mark is confirmed', async () => {
    await plant.select(RANGE);
    await plant.trigger();
    expect(await cells()).toEqual(['', '41', ' 7 ']);
  });

  it('counts in the row with the key, wherever that stands now', async () => {
    await plant.select({ ...RANGE, keyColumn: 'Name', key: 'b' });
    await plant.controller.tables.put('Names', { columns: ['Printed', 'Name'], rows: [['41', 'b']] });
    await print(1);
    expect((await plant.controller.tables.get('Names')).rows).toEqual([['42', 'b']]);
  });

  it('changes the version of the table and what is found in it', async () => {
    const { tables } = plant.controller;
    const before = await tables.version('Names');
    await plant.select({ ...RANGE, firstRow: 1 });
    await print(1);
    expect(await tables.version('Names')).not.toBe(before);
    const found = async (search: string) => (await tables.rows('Names', { search, offset: 0, limit: 9 })).rows.map(({ row }) => row);
    expect({ new: await found('42'), old: await found('41') }).toEqual({ new: [1], old: [] });
  });

  it('prints what it counts as it stands at the trigger', async () => {
    await plant.controller.labels.put('Name', textLabel('{TABLE;Name} {TABLE;Printed}'));
    await plant.select({ ...RANGE, firstRow: 1, rowCount: 1, copies: 2 });
    await print(1);
    await print(1);
    expect(new Set((await plant.prints()).map(({ pictureHash }) => pictureHash)).size).toBe(2);
  });

  it('leaves a mark confirmed whose row is gone, and says so', async () => {
    await plant.select(RANGE);
    await plant.trigger();
    await plant.controller.tables.put('Names', { columns: ['Name'], rows: [['a']] });
    await plant.finishPrints();
    expect(await plant.prints()).toMatchObject([{ state: 'printed' }]);
    const said = 'print 1 was made, and is not counted in its table: The table "Names" has no column "Printed".';
    expect(warn.mock.calls.flat()).toContain(said);
  });

  it('counts for a frozen job too', async () => {
    await plant.select({ ...RANGE, freeze: true });
    await print(3);
    expect(await cells()).toEqual(['1', '42', '8']);
  });

  it('E19 must hold whole numbers in every row of the range', async () => {
    await plant.select({ labelData: textLabel('before') });
    const detail =
      '"x" in row 1 (counted from 0; row 2 on the page) of the column "Other" of the table "Names" is no whole number: prints cannot be counted there';
    await expect(plant.select({ ...RANGE, printedColumn: 'Other' })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/printedColumn', detail }] },
    });
    await expect(plant.select({ ...RANGE, printedColumn: 'Nowhere' })).rejects.toMatchObject({ slug: 'not-found' });
    expect((await plant.controller.printing.status('Line 1')).job?.label).toBe('');
  });
});
