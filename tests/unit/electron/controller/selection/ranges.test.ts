import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { printJobSchema } from '#contract/api-v3/print-job.ts';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

type Job = z.input<typeof printJobSchema>;

const RANGE = { labelName: 'Name', tableName: 'Names' };
const TRACKED_RESPONSES = { labelName: 'Name', tableName: 'Counted' };

describe('a range of rows', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.controller.labels.put('Name', textLabel('{TABLE;Name}'));
    await rig.controller.tables.put('Names', { columns: ['Name'], rows: [['a'], ['b'], ['c'], ['d']] });
    await rig.controller.tables.put('Empty', { columns: ['Name'], rows: [] });
    await rig.controller.tables.put('Counted', {
      columns: ['Name', 'Copies', 'Bad', 'None'],
      rows: [
        ['a', '0', '1', '0'],
        ['b', '2', ' 2 ', '00'],
        ['c', '', 'many', '0'],
        ['d', '000', '-1', '0'],
        ['e', '1', '1.5', '0'],
        ['f', '0', '1e3', '0'],
      ],
    });
  });
  afterEach(() => rig.close());

  const status = () => rig.controller.printing.status('Line 1');
  const job = async () => (await status()).job;

  /** The names of prints that are not void, in order. */
  async function names(): Promise<string[]> {
    const prints = await rig.db.selectFrom('prints').select(['print_values', 'state']).where('state', '<>', 'void').orderBy('id').execute();
    return prints.map(({ print_values: values }) => new Map((JSON.parse(values) as { row: [string, string][] }).row).get('Name') ?? '');
  }

  /** Triggers until no job is left. */
  async function printAll(): Promise<string[]> {
    for (let print = 0; print < 20 && (await job()); print++) await rig.trigger();
    return names();
  }

  const ranges: [string, Job, string[]][] = [
    ['all rows of the table in order, one of each', RANGE, ['a', 'b', 'c', 'd']],
    ['the remaining rows from the first row', { ...RANGE, firstRow: 2 }, ['c', 'd']],
    ['as many rows as asked for', { ...RANGE, firstRow: 1, rowCount: 2 }, ['b', 'c']],
    ['the copies of a row before the next row', { ...RANGE, rowCount: 2, copies: 2 }, ['a', 'a', 'b', 'b']],
    [
      'the copies that a column says, and `copies` where its cell is empty',
      { ...TRACKED_RESPONSES, copiesColumn: 'Copies', copies: 3 },
      [...'bbccce'],
    ],
    ['one copy where the cell is empty and nothing else is said', { ...TRACKED_RESPONSES, copiesColumn: 'Copies' }, [...'bbce']],
    [
      'a single row as often as its cell says',
      { ...TRACKED_RESPONSES, keyColumn: 'Name', key: 'b', copiesColumn: 'Copies', copies: 9 },
      [...'bb'],
    ],
  ];
  it.each(ranges)('prints %s', async (_what, selection, printed) => {
    await rig.select(selection);
    expect(await printAll()).toEqual(printed);
  });

  it('without a key and copies prints its single row as often as it is triggered', async () => {
    await rig.select({ ...TRACKED_RESPONSES, keyColumn: 'Name', key: 'c', copiesColumn: 'Copies' });
    for (let print = 0; print < 3; print++) await rig.trigger();
    expect({ names: await names(), job: await job() }).toMatchObject({ names: ['c', 'c', 'c'], job: { started: 3 } });
  });

  it('restarts after its last row when it repeats', async () => {
    await rig.select({ ...RANGE, rowCount: 2, repeatPrint: true });
    for (let print = 0; print < 5; print++) await rig.trigger();
    expect({ names: await names(), job: await job() }).toMatchObject({ names: [...'ababa'], job: { row: 1, rowsDone: 1 } });
    expect(await job()).not.toHaveProperty('copies');
  });

  it('shows its position', async () => {
    await rig.select({ ...TRACKED_RESPONSES, copiesColumn: 'Copies', firstRow: 1 });
    const before = await job();
    await rig.trigger();
    expect([before, await job()]).toMatchObject([
      { table: 'Counted', firstRow: 1, rowCount: 5, rowsDone: 0, row: 1, rowCopy: 1, rowCopies: 2, copies: 4, started: 0 },
      { table: 'Counted', firstRow: 1, rowCount: 5, rowsDone: 0, row: 1, rowCopy: 2, rowCopies: 2, copies: 4, started: 1 },
    ]);
  });

  it('ends after its last row with copies', async () => {
    await rig.select({ ...TRACKED_RESPONSES, copiesColumn: 'Copies', firstRow: 4 });
    await rig.select({ labelData: textLabel('next'), description: 'next', queue: true });
    await rig.trigger();
    expect(await status()).toMatchObject({ job: { description: 'next' }, queue: 0 });
  });

  /** Simulates a kill before these prints were sent: they are void. */
  async function killBeforeSending(...indexes: number[]): Promise<void> {
    const prints = await rig.prints();
    await rig.finishPrints();
    const ids = indexes.map((index) => prints[index]?.id ?? 0);
    await rig.db.updateTable('prints').set({ state: 'reserved' }).where('id', 'in', ids).execute();
    await rig.restart();
  }

  it('D14 prints dropped rows before it goes on: no row is left out and none is printed twice', async () => {
    await rig.select({ ...RANGE, copies: 2 });
    for (let print = 0; print < 5; print++) await rig.trigger();
    await killBeforeSending(1, 4);
    expect(await job()).toMatchObject({ row: 0, started: 5 });
    expect((await printAll()).join('')).toBe('abbaccdd');
  });

  it('D14 is current again when its last print was dropped, and done once that is made', async () => {
    await rig.select({ ...RANGE, rowCount: 2 });
    await rig.trigger();
    await rig.trigger();
    expect(await job()).toBeNull();
    await killBeforeSending(1);
    expect(await job()).toMatchObject({ row: 1, rowsDone: 2 });
    await rig.trigger();
    expect({ names: await names(), job: await job() }).toEqual({ names: ['a', 'b'], job: null });
  });

  it('goes on where it was after a kill', async () => {
    await rig.select({ ...RANGE, copies: 2 });
    for (let print = 0; print < 3; print++) await rig.trigger();
    await rig.finishPrints();
    await rig.restart();
    expect((await printAll()).join('')).toBe('aabbccdd');
    await rig.finishPrints();
    await expect(findLedgerFaults(rig.db)).resolves.toEqual([]);
  });

  it('names the row that a replaced table lacks, and does not go on', async () => {
    await rig.select(RANGE);
    await rig.trigger();
    await rig.controller.tables.put('Names', { columns: ['Name'], rows: [['x']] });
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: The table "Names" has 1 rows; there is no row 1 (counted from 0; row 2 on the page).',
    });
    await rig.controller.tables.put('Names', { columns: ['Name'], rows: [['w'], ['x'], ['y'], ['z']] });
    expect(await printAll()).toEqual(['a', 'x', 'y', 'z']);
  });

  it('names the cell of a replaced table that is not a number of copies', async () => {
    await rig.select({ ...TRACKED_RESPONSES, copiesColumn: 'Copies' });
    await rig.trigger();
    await rig.controller.tables.put('Counted', {
      columns: ['Name', 'Copies'],
      rows: ['a', 'two', 'c', 'd', 'e', 'f'].map((cell) => [cell, cell]),
    });
    const { errors } = await status();
    expect(errors).toEqual([
      expect.stringContaining('"two" in row 1 (counted from 0; row 2 on the page) of the column "Copies" of the table "Counted"'),
    ]);
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
  });

  const refused: [string, Job, string, string][] = [
    [
      'a first row behind the table',
      { ...RANGE, firstRow: 4 },
      '/firstRow',
      'the table "Names" has the rows 0 to 3 (counted from 0; rows 1 to 4 on the page)',
    ],
    [
      'more rows than there are',
      { ...RANGE, firstRow: 2, rowCount: 3 },
      '/rowCount',
      'the table "Names" has 2 rows from row 2 (counted from 0; row 3 on the page) on, not 3',
    ],
    ['a table without rows', { ...RANGE, tableName: 'Empty' }, '/tableName', 'the table "Empty" has no rows'],
    [
      'a cell that is no number of copies',
      { ...TRACKED_RESPONSES, copiesColumn: 'Bad' },
      '/copiesColumn',
      '"many" in row 2 (counted from 0; row 3 on the page) of the column "Bad" of the table "Counted" is not a number of copies: it must be a whole number from 0 to 1 000 000 000',
    ],
    [
      'a range without copies',
      { ...TRACKED_RESPONSES, copiesColumn: 'None', firstRow: 1 },
      '/copiesColumn',
      'there are 0 copies of all rows from 1 to 5 (counted from 0; rows from 2 to 6 on the page) of the table "Counted": there is nothing to print',
    ],
    [
      'a row without copies',
      { ...TRACKED_RESPONSES, copiesColumn: 'Copies', keyColumn: 'Name', key: 'a' },
      '/copiesColumn',
      'there are 0 copies of row 0 (counted from 0; row 1 on the page) of the table "Counted": there is nothing to print',
    ],
  ];
  it.each(refused)('E19 refuses %s, and the queue stays as it was', async (...[, selection, pointer, detail]) => {
    await rig.select({ labelData: textLabel('before') });
    const before = await status();
    await expect(rig.select(selection)).rejects.toMatchObject({ slug: 'invalid-input', context: { errors: [{ pointer, detail }] } });
    expect(await status()).toEqual(before);
  });

  it.each(['copiesColumn'])('E19 refuses a %s that the table lacks', async (key) => {
    await expect(rig.select({ ...RANGE, [key]: 'Nowhere' })).rejects.toMatchObject({
      slug: 'not-found',
      message: 'The table "Names" has no column "Nowhere".',
    });
  });
});
