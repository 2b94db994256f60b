import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { printJobSchema } from '#contract/api-v3/print-job.ts';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

type Job = z.input<typeof printJobSchema>;

const SHARED = { labelName: 'Row', tableName: 'Rows', rowAllocation: 'shared' } as const satisfies Job;
const COLUMNS = ['Id', 'Copies', 'Printed'];

function rowsOf(copies: readonly string[]): string[][] {
  return copies.map((cell, row) => [`row ${row}`, cell, '']);
}

describe('jobs that share the rows of a table', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.controller.labels.put('Row', textLabel('{TABLE;Id}'));
    await rig.controller.tables.put('Rows', { columns: COLUMNS, rows: rowsOf(['1', '0', '2', '', '1', '0']) });
  });
  afterEach(() => rig.close());

  const job = async (printer: string) => (await rig.controller.printing.status(printer)).job;

  /** Rows that prints took which are not void, oldest first, as `<last character of the printer>:<row>`. */
  async function taken(): Promise<string[]> {
    const prints = await rig.db.selectFrom('prints').select(['printer', 'row']).where('state', '<>', 'void').orderBy('id').execute();
    return prints.map(({ printer, row }) => `${printer.at(-1)}:${row}`);
  }

  async function selectBoth(selection: Job = SHARED): Promise<void> {
    for (const line of ['Line 1', 'Line 2']) await rig.select(selection, line);
  }

  /** Simulates a kill before the last print was sent: it is void. */
  async function killBeforeSending(): Promise<void> {
    await rig.finishPrints();
    const last = (await rig.prints()).at(-1);
    await rig.db
      .updateTable('prints')
      .set({ state: 'reserved' })
      .where('id', '=', last?.id ?? 0)
      .execute();
    await rig.db
      .insertInto('row_claims')
      .values({ print: last?.id ?? 0, allocation: 1, row: (await lastRow()) ?? 0 })
      .execute();
    await rig.restart();
  }

  const lastRow = async () =>
    (await rig.db.selectFrom('prints').select('row').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).row;

  it('give each row and copy to one printer, in order, and both are done when nothing is left', async () => {
    await selectBoth({ ...SHARED, copiesColumn: 'Copies' });
    for (const line of ['Line 2', 'Line 1', 'Line 1', 'Line 2', 'Line 1']) await rig.trigger(line);
    expect({ taken: await taken(), jobs: [await job('Line 1'), await job('Line 2')] }).toEqual({
      taken: ['2:0', '1:2', '1:2', '2:3', '1:4'],
      jobs: [null, null],
    });
  });

  it('give rows of overlapping ranges once', async () => {
    await rig.select({ ...SHARED, rowCount: 4 }, 'Line 1');
    await rig.select({ ...SHARED, firstRow: 2 }, 'Line 2');
    for (const line of ['Line 2', 'Line 2', 'Line 1', 'Line 1', 'Line 2', 'Line 2']) await rig.trigger(line);
    expect({ taken: await taken(), one: await job('Line 1'), other: await job('Line 2') }).toMatchObject({
      taken: ['2:2', '2:3', '1:0', '1:1', '2:4', '2:5'],
      one: null,
      other: null,
    });
  });

  it('show what each printed and what others took', async () => {
    await selectBoth();
    for (const line of ['Line 1', 'Line 1', 'Line 2']) await rig.trigger(line);
    await rig.finishPrints();
    const shared = { rowAllocation: 'shared', rowCount: 6, rowsDone: 3, row: 3, copies: 6 };
    expect([await job('Line 1'), await job('Line 2')]).toMatchObject([
      { ...shared, printed: 2, elsewhere: 1 },
      { ...shared, printed: 1, elsewhere: 2 },
    ]);
    expect(await rig.controller.queue.list('Line 2')).toMatchObject([{ rowAllocation: 'shared', progress: { rows: 3 } }]);
  });

  it('leave a job without sharing all of its rows', async () => {
    await selectBoth();
    await rig.trigger('Line 1');
    await rig.select({ labelName: 'Row', tableName: 'Rows' }, 'Line 2');
    await rig.trigger('Line 2');
    expect({ taken: await taken(), shared: await job('Line 1'), own: await job('Line 2') }).toMatchObject({
      taken: ['1:0', '2:0'],
      shared: { row: 1, elsewhere: 0 },
      own: { row: 1 },
    });
    expect(await job('Line 2')).not.toHaveProperty('rowAllocation');
  });

  it('continue after an abort where they were, on any printer', async () => {
    await rig.select(SHARED, 'Line 1');
    for (let print = 0; print < 3; print++) await rig.trigger('Line 1');
    await rig.finishPrints();
    await rig.controller.printing.abort('Line 1');
    await rig.select(SHARED, 'Line 2');
    expect(await job('Line 2')).toMatchObject({ row: 3, rowsDone: 3, elsewhere: 3, copies: 6, printed: 0 });
  });

  it('D14 give the row of a void print again, also when its job was aborted', async () => {
    await rig.select(SHARED, 'Line 1');
    await rig.trigger('Line 1');
    await rig.trigger('Line 1');
    await rig.controller.printing.abort('Line 1');
    await rig.select(SHARED, 'Line 2');
    for (let print = 0; print < 5; print++) await rig.trigger('Line 2');
    expect({ taken: await taken(), job: await job('Line 2') }).toEqual({ taken: ['1:0', '2:1', '2:2', '2:3', '2:4', '2:5'], job: null });
  });

  it('D14 return to the queue when their last print is void', async () => {
    await rig.select({ ...SHARED, rowCount: 2 }, 'Line 1');
    await rig.select({ ...SHARED, rowCount: 2 }, 'Line 2');
    await rig.trigger('Line 1');
    await rig.trigger('Line 2');
    expect(await job('Line 2')).toBeNull();
    await killBeforeSending();
    expect({ one: await job('Line 1'), other: await job('Line 2') }).toMatchObject({ one: null, other: { row: 1, elsewhere: 1 } });
    await rig.trigger('Line 2');
    expect({ taken: await taken(), job: await job('Line 2') }).toEqual({ taken: ['1:0', '2:1'], job: null });
  });

  it('are refused when all rows are printed, until the rows are released', async () => {
    await rig.select({ ...SHARED, rowCount: 2 }, 'Line 1');
    for (let print = 0; print < 2; print++) await rig.trigger('Line 1');
    await expect(rig.select({ ...SHARED, rowCount: 2 }, 'Line 2')).rejects.toMatchObject({ slug: 'rows-given' });
    await rig.controller.rowSharing.release('Rows');
    await rig.select({ ...SHARED, rowCount: 2 }, 'Line 2');
    expect(await job('Line 2')).toMatchObject({ row: 0, elsewhere: 0 });
  });

  it('are refused with other numbers of copies', async () => {
    await rig.select({ ...SHARED, copiesColumn: 'Copies' }, 'Line 1');
    const others: Job[] = [SHARED, { ...SHARED, copies: 2, copiesColumn: 'Copies' }, { ...SHARED, copies: 3 }];
    for (const other of others) await expect(rig.select(other, 'Line 2')).rejects.toMatchObject({ slug: 'row-copies-differ' });
  });

  it('keep the table from being replaced and released; afterwards a replaced table begins again', async () => {
    await rig.select(SHARED, 'Line 1');
    await rig.trigger('Line 1');
    const put = () =>
      rig.controller.tables.put('Rows', { columns: COLUMNS, rows: rowsOf(['1', '1']) }, rig.controller.rowSharing.replacement('Rows'));
    await expect(put()).rejects.toMatchObject({ slug: 'in-use' });
    await expect(rig.controller.rowSharing.release('Rows')).rejects.toMatchObject({ slug: 'in-use' });
    await rig.finishPrints();
    await rig.controller.printing.abort('Line 1');
    await put();
    await rig.select(SHARED, 'Line 1');
    expect(await job('Line 1')).toMatchObject({ row: 0, elsewhere: 0 });
  });

  it('know their rows by content when rows are added and deleted between two jobs', async () => {
    await rig.select(SHARED, 'Line 1');
    for (let print = 0; print < 3; print++) await rig.trigger('Line 1');
    await rig.finishPrints();
    await rig.controller.printing.abort('Line 1');
    const { tableEditing } = rig.controller;
    await tableEditing.addRows('Rows', { at: 1, rows: [['new', '', '']] }, {});
    await tableEditing.deleteRows('Rows', { row: 0, count: 1 }, {});
    await rig.select(SHARED, 'Line 2');
    const rows = async () => {
      const prints = await rig.db.selectFrom('prints').select('print_values').where('printer', '=', 'Line 2').orderBy('id').execute();
      return prints.map(({ print_values: values }) => new Map((JSON.parse(values) as { row: [string, string][] }).row).get('Id'));
    };
    while (await job('Line 2')) await rig.trigger('Line 2');
    expect(await rows()).toEqual(['new', 'row 3', 'row 4', 'row 5']);
  });

  it('print rows that were added at the end when they are selected again', async () => {
    await rig.select(SHARED, 'Line 1');
    await rig.controller.tableEditing.addRows('Rows', { rows: [['more', '', '']] }, {});
    while (await job('Line 1')) await rig.trigger('Line 1');
    await rig.select(SHARED, 'Line 2');
    expect(await job('Line 2')).toMatchObject({ row: 6, rowsDone: 6 });
  });

  it('print the number of copies that a cell has when the row is printed', async () => {
    await selectBoth({ ...SHARED, copiesColumn: 'Copies', firstRow: 2, rowCount: 3 });
    await rig.trigger('Line 1');
    await rig.controller.tables.editCells('Rows', {
      cells: [
        { row: 2, column: 'Copies', value: '1' },
        { row: 3, column: 'Copies', value: '2' },
      ],
    });
    for (const line of ['Line 2', 'Line 1', 'Line 2']) await rig.trigger(line);
    expect({ taken: await taken(), jobs: [await job('Line 1'), await job('Line 2')] }).toEqual({
      taken: ['1:2', '2:3', '1:3', '2:4'],
      jobs: [null, null],
    });
  });

  it('are not frozen when they are appended, and go on to the next job when another printer took the last row', async () => {
    await rig.select({ ...SHARED, rowCount: 2 }, 'Line 1');
    await rig.select({ ...SHARED, rowCount: 2, queue: true }, 'Line 2');
    await rig.select({ labelData: textLabel('next'), description: 'next', queue: true }, 'Line 2');
    expect(await rig.controller.queue.list('Line 2')).toMatchObject([{ frozen: false }, { description: 'next' }]);
    for (let print = 0; print < 2; print++) await rig.trigger('Line 1');
    expect(await job('Line 2')).toMatchObject({ description: 'next' });
  });

  it('print nothing twice after a seek: they continue with what is left', async () => {
    await rig.select({ ...SHARED, rowCount: 3, checkpoint: true }, 'Line 1');
    await rig.trigger('Line 1');
    const [current] = await rig.controller.queue.list('Line 1');
    await rig.controller.queue.seek('Line 1', current?.id ?? '');
    expect(await job('Line 1')).toMatchObject({ row: 1, rowsDone: 1 });
  });

  it('take the rows of triggers at the same time one after the other', async () => {
    await selectBoth();
    rig.clock.advance(100);
    await Promise.all(['Line 1', 'Line 2'].map((line) => rig.controller.printing.trigger(line)));
    rig.clock.advance(100);
    await Promise.all(['Line 1', 'Line 2'].map((line) => rig.controller.printing.trigger(line)));
    expect((await taken()).map((each) => each.slice(2))).toEqual(['0', '1', '2', '3']);
  });

  it('plan only the rows that are left', async () => {
    await rig.select({ ...SHARED, copies: 2 }, 'Line 1');
    for (let print = 0; print < 3; print++) await rig.trigger('Line 1');
    const plan = await rig.controller.planning.plan('Line 2', { ...SHARED, copies: 2, queue: false });
    expect(plan).toMatchObject({ rows: 5, prints: 9, first: { row: 1 }, last: { row: 5 } });
  });

  it('agree with the ledger', async () => {
    await selectBoth();
    for (const line of ['Line 1', 'Line 2', 'Line 1']) await rig.trigger(line);
    await rig.finishPrints();
    expect(await findLedgerFaults(rig.db)).toEqual([]);
  });
});
