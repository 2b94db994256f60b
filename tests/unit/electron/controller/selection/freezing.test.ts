import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const RANGE = { labelName: 'Serial', tableName: 'Names' };

describe('a frozen job', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial} {TABLE;Name} {MINUTE}'));
    await rig.controller.labels.put('Plain', textLabel('{COUNTER;serial}'));
    await rig.controller.tables.put('Names', {
      columns: ['Name', 'Copies'],
      rows: [
        ['a', '2'],
        ['b', '0'],
        ['c', '1'],
      ],
    });
  });
  afterEach(() => rig.close());

  const job = async () => (await rig.controller.printing.status('Line 1')).job;
  const counter = async () => (await rig.controller.counters.get('serial')).value;

  /** Serial, row and minute of all prints, oldest first. */
  async function printed(): Promise<string[]> {
    const prints = await rig.db.selectFrom('prints').select(['print_values', 'row']).orderBy('id').execute();
    return prints.map(({ print_values: text, row }) => {
      const { counters, moment } = JSON.parse(text) as { counters: [string, { value: number }][]; moment: { epochMs: number } };
      return `${counters[0]?.[1].value} of row ${row} at ${new Date(moment.epochMs).getUTCMinutes()}`;
    });
  }

  it('advances its counters once for each row at the selection, and prints the same on all copies of a row', async () => {
    await rig.select({ ...RANGE, copiesColumn: 'Copies', freeze: true });
    expect(await counter()).toBe(3);
    rig.clock.advance(120_000);
    for (let print = 0; print < 3; print++) await rig.trigger();
    expect({ printed: await printed(), counter: await counter(), job: await job() }).toEqual({
      printed: ['1 of row 0 at 0', '1 of row 0 at 0', '2 of row 2 at 0'],
      counter: 3,
      job: null,
    });
  });

  it('shows its position in the range, counting rows without copies as done', async () => {
    await rig.select({ ...RANGE, copiesColumn: 'Copies', freeze: true });
    for (let print = 0; print < 2; print++) await rig.trigger();
    expect(await job()).toMatchObject({ firstRow: 0, rowCount: 3, rowsDone: 2, row: 2, rowCopy: 1, rowCopies: 1, copies: 3 });
  });

  it('prints label, row and counter as they were at the selection', async () => {
    await rig.select({ ...RANGE, freeze: true });
    const before = await rig.controller.printing.nextPicture('Line 1');
    await rig.controller.labels.put('Serial', textLabel('another'));
    await rig.controller.tables.put('Names', { columns: ['None'], rows: [] });
    await rig.putCounter('serial', 70);
    expect(await rig.controller.printing.nextPicture('Line 1')).toEqual(before);
    await rig.trigger();
    expect(await rig.prints()).toMatchObject([{ label: 'Serial', labelRevision: 1, table: 'Names', counters: [{ value: 1 }] }]);
  });

  it.each([
    [{ queue: true }, 2],
    [{ queue: true, freeze: false }, 1],
    [{ queue: false }, 1],
    [{ queue: false, freeze: true }, 2],
  ])('results from %j', async (how, value) => {
    await rig.select({ labelName: 'Plain', ...how });
    expect(await counter()).toBe(value);
  });

  it('goes on without a limit, and after a restart', async () => {
    await rig.select({ labelName: 'Plain', freeze: true });
    await rig.trigger();
    await rig.finishPrints();
    await rig.restart();
    await rig.trigger();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed', '1 printed']);
    expect(await findLedgerFaults(rig.db)).toEqual([]);
  });

  it('D14 owes the copies of its own rows', async () => {
    await rig.select({ ...RANGE, freeze: true, firstRow: 1 });
    for (let print = 0; print < 2; print++) await rig.trigger();
    await rig.finishPrints();
    await rig.db.updateTable('prints').set({ state: 'reserved' }).where('row', '=', 2).execute();
    await rig.restart();
    expect(await job()).toMatchObject({ row: 2 });
    await rig.trigger();
    expect((await printed()).at(-1)).toBe('2 of row 2 at 0');
  });

  it('freezes the values that its variables get with it', async () => {
    await rig.controller.variables.put('batch', { value: 'old', description: '', userEdit: true, pinned: false });
    await rig.select({ labelData: textLabel('{VARIABLE;batch}'), variables: { batch: 'new' }, freeze: true });
    await rig.trigger();
    const { print_values: text } = await rig.db.selectFrom('prints').select('print_values').executeTakeFirstOrThrow();
    expect((JSON.parse(text) as { variables: unknown }).variables).toEqual([['batch', 'new']]);
  });

  it('may not repeat when a counter is on its labels: its serials would be printed again', async () => {
    const detail = 'a frozen job would repeat the values of the counter "serial"; set freeze to false';
    await expect(rig.select({ ...RANGE, freeze: true, repeatPrint: true })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/repeatPrint', detail }] },
    });
    expect(await counter()).toBe(1);
  });

  it('has 10 000 rows at most', async () => {
    const rows = Array.from({ length: 10_001 }, (_, row) => [String(row)]);
    await rig.controller.tables.put('Long', { columns: ['Name'], rows });
    const long = { labelName: 'Plain', tableName: 'Long', freeze: true };
    await expect(rig.select(long)).rejects.toMatchObject({ slug: 'invalid-input', context: { errors: [{ pointer: '/freeze' }] } });
    await rig.select({ ...long, rowCount: 10_000 });
    expect({ counter: await counter(), job: await job() }).toMatchObject({ counter: 10_001, job: { copies: 10_000 } });
  });
});
