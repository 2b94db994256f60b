import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

/** The third printer mixes colours, so that labels are drawn differently for it. */
const LINES = ['Line 1', 'Line 2', 'Line 3', 'Line 4'];
const ROW = { labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1' };

describe('selections of several printers at the same time', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build({ virtualPrinters: 4 });
    await rig.putCounter('serial');
    await rig.controller.tables.put('Products', { columns: ['SKU', 'Count'], rows: [['K1', '0']] });
    await rig.controller.labels.put('Label', textLabel('{TABLE;SKU} {COUNTER;serial}'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  const jobOf = async (printer: string) => (await rig.controller.printing.status(printer)).job?.label;

  /** Blocks the next drawing until the returned function is called. */
  const holdDrawing = () => {
    const gate = Promise.withResolvers<unknown>();
    const begun = Promise.withResolvers<unknown>();
    const draw = sharedDrawing.draw.bind(sharedDrawing);
    vi.spyOn(sharedDrawing, 'draw').mockImplementationOnce(async (order) => {
      begun.resolve(undefined);
      await gate.promise;
      return draw(order);
    });
    return { begun: begun.promise, release: () => gate.resolve(undefined) };
  };

  it('do not wait for each other', async () => {
    await rig.controller.labels.put('Other', textLabel('{TABLE;SKU}'));
    const { begun, release } = holdDrawing();
    const held = rig.select(ROW, 'Line 1');
    await begun;
    await rig.select({ ...ROW, labelName: 'Other' }, 'Line 2');
    const during = [await jobOf('Line 1'), await jobOf('Line 2')];
    release();
    await held;
    expect([during, await jobOf('Line 1')]).toEqual([[undefined, 'Other'], 'Label']);
  });

  it('draw a label that is new to all of them once for each kind of printer, and the rows of the others are checked', async () => {
    const draw = vi.spyOn(sharedDrawing, 'draw');
    const check = vi.spyOn(sharedDrawing, 'checkEach');
    await Promise.all(LINES.map((line) => rig.select(ROW, line)));
    const checked = check.mock.calls.reduce((sum, [, rows]) => sum + rows.length, 0);
    expect([draw.mock.calls.length, checked, await Promise.all(LINES.map(jobOf))]).toEqual([2, 2, LINES.map(() => 'Label')]);
  });

  it('draw it again when the row of the first cannot be printed, and only that one is refused', async () => {
    const codes = ['9521234500024', '9521234500025', '9521234500032', '9521234500031'];
    await rig.controller.tables.put('Codes', { columns: ['Key', 'Code'], rows: codes.map((code, row) => [`K${row}`, code]) });
    const code = { type: 'EAN-13', x: 1, y: 1, text: '{TABLE;Code}' };
    await rig.controller.labels.put('Code', labelSchema.parse({ format: 3, width: 60, height: 30, objs: [code] }));
    const draw = vi.spyOn(sharedDrawing, 'draw');
    const outcomes = await Promise.allSettled(
      LINES.map((line, row) => rig.select({ labelName: 'Code', tableName: 'Codes', keyColumn: 'Key', key: `K${row}` }, line)),
    );
    expect([outcomes.map(({ status }) => status), draw.mock.calls.length]).toEqual([['rejected', 'fulfilled', 'fulfilled', 'rejected'], 3]);
  });

  it('of one printer take effect in the order of their arrival', async () => {
    const { begun, release } = holdDrawing();
    const first = rig.select({ ...ROW, description: 'first' });
    await begun;
    const second = rig.select({ ...ROW, description: 'second' });
    release();
    await Promise.all([first, second]);
    expect((await rig.controller.printing.status('Line 1')).job?.description).toBe('second');
  });

  it('share a counter, a table and its column of prints, and no serial is given twice', async () => {
    const job = { ...ROW, printedColumn: 'Count', copies: 3 };
    await Promise.all(LINES.map((line) => rig.select(job, line)));
    for (let print = 0; print < 3; print += 1) await Promise.all(LINES.map((line) => rig.trigger(line)));
    await rig.finishPrints();
    const serials = (await rig.serials()).map((serial) => Number.parseInt(serial, 10)).sort((a, b) => a - b);
    await untilHolds(async () => expect((await rig.controller.tables.get('Products')).rows).toEqual([['K1', '12']]));
    expect(serials).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('that freeze the same counter give every row a value of its own', async () => {
    await rig.controller.tables.put('Products', { columns: ['SKU'], rows: [['K1'], ['K2'], ['K3']] });
    await Promise.all(LINES.map((line) => rig.select({ labelName: 'Label', tableName: 'Products', freeze: true }, line)));
    for (let print = 0; print < 3; print += 1) await Promise.all(LINES.map((line) => rig.trigger(line)));
    const serials = (await rig.serials()).map((serial) => Number.parseInt(serial, 10)).sort((a, b) => a - b);
    expect([serials, (await rig.controller.counters.get('serial')).value]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 13]);
  });

  it('fail independently: one that is refused in the shared commit is rolled back alone', async () => {
    const stale = rig.select({ ...ROW, plan: 'of yesterday' }, 'Line 2');
    const outcomes = await Promise.allSettled([rig.select(ROW, 'Line 1'), stale, rig.select(ROW, 'Line 3')]);
    expect([outcomes.map(({ status }) => status), await Promise.all(LINES.map(jobOf))]).toEqual([
      ['fulfilled', 'rejected', 'fulfilled'],
      ['Label', undefined, 'Label', undefined],
    ]);
  });

  it('are checked together, and one whose row cannot be printed is refused alone, with the fault of its row', async () => {
    const codes = ['9521234500025', '9521234500024', '9521234500032', '9521234500049'];
    await rig.controller.tables.put('Codes', { columns: ['Key', 'Code'], rows: codes.map((code, row) => [`K${row}`, code]) });
    const code = { type: 'EAN-13', x: 1, y: 1, text: '{TABLE;Code}' };
    await rig.controller.labels.put('Code', labelSchema.parse({ format: 3, width: 60, height: 30, objs: [code] }));
    const keyed = (row: number) => ({ labelName: 'Code', tableName: 'Codes', keyColumn: 'Key', key: `K${row}` });
    await Promise.all(LINES.map((line) => rig.select(keyed(0), line)));
    const before = await Promise.all(LINES.map((line) => rig.controller.queue.list(line)));
    const checks = vi.spyOn(sharedDrawing, 'checkEach');
    const outcomes = await Promise.allSettled(LINES.map((line, row) => rig.select(keyed(row), line)));
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error).message : ''))).toEqual([
      '',
      expect.stringMatching(/^EAN-13 \(\/objs\/0\): The check digit of /) as string,
      '',
      '',
    ]);
    expect(await rig.controller.queue.list('Line 2')).toEqual(before[1]);
    expect(checks.mock.calls.length).toBeLessThan(LINES.length);
  });

  it('are checked with the values of each', async () => {
    const lots = ['9521234500025', '9521234500024', '9521234500032'];
    await rig.controller.variables.put('lot', { value: lots[0] ?? '', description: '', userEdit: true, pinned: false });
    const code = { type: 'EAN-13', x: 1, y: 1, text: '{VARIABLE;lot}' };
    await rig.controller.labels.put('Lot', labelSchema.parse({ format: 3, width: 60, height: 30, objs: [code] }));
    await Promise.all(LINES.map((line) => rig.select({ labelName: 'Lot' }, line)));
    const outcomes = await Promise.allSettled(
      lots.map((lot, line) => rig.select({ labelName: 'Lot', variables: { lot } }, LINES[line] ?? '')),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('E20 keep what they found: a label that is removed meanwhile is in use', async () => {
    const { begun, release } = holdDrawing();
    const selection = rig.select(ROW, 'Line 1');
    await begun;
    const removal = rig.controller.removal.label('Label');
    const refusal = expect(removal).rejects.toMatchObject({ slug: 'in-use' });
    release();
    await selection;
    await refusal;
  });

  it('E20 do not find what an earlier removal has removed', async () => {
    const removal = rig.controller.removal.label('Label');
    const selections = await Promise.allSettled(LINES.map((line) => rig.select(ROW, line)));
    await removal;
    expect(selections.map((selection) => (selection.status === 'rejected' ? (selection.reason as Error).message : ''))).toEqual(
      LINES.map(() => 'There is no label "Label".'),
    );
  });

  it('do not read a variable that another one is setting', async () => {
    await rig.controller.variables.put('lot', { value: 'A', description: '', userEdit: true, pinned: false });
    await rig.controller.labels.put('Lot', textLabel('{VARIABLE;lot}'));
    const { begun, release } = holdDrawing();
    const setting = rig.select({ labelName: 'Lot', variables: { lot: 'B' } }, 'Line 1');
    await begun;
    const freezing = rig.select({ labelName: 'Lot', freeze: true }, 'Line 2');
    release();
    await Promise.all([setting, freezing]);
    const frozen = await rig.db.selectFrom('frozen_rows').select('print_values').execute();
    expect(frozen.map((row) => parsePrintValues(row.print_values).variables)).toEqual([new Map([['lot', 'B']])]);
  });
});
