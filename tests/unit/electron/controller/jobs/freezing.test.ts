import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFaults } from '#controller/ledger/accounts.ts';
import { Plant, textLabel } from './plant.ts';

const RANGE = { labelName: 'Serial', tableName: 'Names' };

describe('a frozen job', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial} {TABLE;Name} {MINUTE}'));
    await plant.controller.labels.put('Plain', textLabel('{COUNTER;serial}'));
    await plant.controller.tables.put('Names', {
      columns: ['Name', 'Copies'],
      rows: [
        ['a', '2'],
        ['b', '0'],
        ['c', '1'],
      ],
    });
  });
  afterEach(() => plant.close());

  const job = async () => (await plant.controller.printing.status('Line 1')).job;
  const counter = async () => (await plant.controller.counters.get('serial')).value;

  /** Serial, row and minute of all prints, oldest first. */
  async function printed(): Promise<string[]> {
    const prints = await plant.db.selectFrom('prints').select(['print_values', 'row']).orderBy('id').execute();
    return prints.map(({ print_values: text, row }) => {
      const { counters, moment } = JSON.parse(text) as { counters: [string, { value: number }][]; moment: { epochMs: number } };
      return `${counters[0]?.[1].value} of row ${row} at ${new Date(moment.epochMs).getUTCMinutes()}`;
    });
  }

  it('advances its counters once for each row at the selection, and prints the same on all copies of a row', async () => {
    await plant.select({ ...RANGE, copiesColumn: 'Copies', freeze: true });
    expect(await counter()).toBe(3);
    plant.clock.advance(120_000);
    for (let print = 0; print < 3; print++) await plant.trigger();
    expect({ printed: await printed(), counter: await counter(), job: await job() }).toEqual({
      printed: ['1 of row 0 at 0', '1 of row 0 at 0', '2 of row 2 at 0'],
      counter: 3,
      job: null,
    });
  });

  it('says where it stands in its range, rows without copies among those that are over', async () => {
    await plant.select({ ...RANGE, copiesColumn: 'Copies', freeze: true });
    for (let print = 0; print < 2; print++) await plant.trigger();
    expect(await job()).toMatchObject({ firstRow: 0, rowCount: 3, rowsDone: 2, row: 2, rowCopy: 1, rowCopies: 1, copies: 3 });
  });

  it('prints what its label, row and counter were, whatever they are now', async () => {
    await plant.select({ ...RANGE, freeze: true });
    const before = await plant.controller.printing.nextPicture('Line 1');
    await plant.controller.labels.put('Serial', textLabel('another'));
    await plant.controller.tables.put('Names', { columns: ['None'], rows: [] });
    await plant.putCounter('serial', 70);
    expect(await plant.controller.printing.nextPicture('Line 1')).toEqual(before);
    await plant.trigger();
    expect(await plant.prints()).toMatchObject([{ label: 'Serial', labelRevision: 1, table: 'Names', counters: [{ value: 1 }] }]);
  });

  it.each([
    [{ queue: true }, 2],
    [{ queue: true, freeze: false }, 1],
    [{ queue: false }, 1],
    [{ queue: false, freeze: true }, 2],
  ])('is what %j makes', async (how, value) => {
    await plant.select({ labelName: 'Plain', ...how });
    expect(await counter()).toBe(value);
  });

  it('goes on without a limit, and after a restart', async () => {
    await plant.select({ labelName: 'Plain', freeze: true });
    await plant.trigger();
    await plant.finishPrints();
    await plant.restart();
    await plant.trigger();
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed', '1 printed']);
    expect(await accountFaults(plant.db)).toEqual([]);
  });

  it('D14 owes the copies of its own rows', async () => {
    await plant.select({ ...RANGE, freeze: true, firstRow: 1 });
    for (let print = 0; print < 2; print++) await plant.trigger();
    await plant.finishPrints();
    await plant.db.updateTable('prints').set({ state: 'reserved' }).where('row', '=', 2).execute();
    await plant.restart();
    expect(await job()).toMatchObject({ row: 2 });
    await plant.trigger();
    expect((await printed()).at(-1)).toBe('2 of row 2 at 0');
  });

  it('takes the values that its variables get with it', async () => {
    await plant.controller.variables.put('batch', { value: 'old', description: '', userEdit: true, pinned: false });
    await plant.select({ labelData: textLabel('{VARIABLE;batch}'), variables: { batch: 'new' }, freeze: true });
    await plant.trigger();
    const { print_values: text } = await plant.db.selectFrom('prints').select('print_values').executeTakeFirstOrThrow();
    expect((JSON.parse(text) as { variables: unknown }).variables).toEqual([['batch', 'new']]);
  });

  it('may not repeat when a counter is on its labels: its serials would be printed again', async () => {
    const detail = 'a frozen job would print the same values of the counter "serial" again and again; set freeze to false';
    await expect(plant.select({ ...RANGE, freeze: true, repeatPrint: true })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/repeatPrint', detail }] },
    });
    expect(await counter()).toBe(1);
  });

  it('has 10 000 rows at most', async () => {
    const rows = Array.from({ length: 10_001 }, (_, row) => [String(row)]);
    await plant.controller.tables.put('Long', { columns: ['Name'], rows });
    const long = { labelName: 'Plain', tableName: 'Long', freeze: true };
    await expect(plant.select(long)).rejects.toMatchObject({ slug: 'invalid-input', context: { errors: [{ pointer: '/freeze' }] } });
    await plant.select({ ...long, rowCount: 10_000 });
    expect({ counter: await counter(), job: await job() }).toMatchObject({ counter: 10_001, job: { copies: 10_000 } });
  });
});
