import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { printJobSchema } from '#contract/api-v3/print-job.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

type Job = z.input<typeof printJobSchema>;

const ROW = { tableName: 'Products', keyColumn: 'SKU', key: 'K2' };

describe('a selection', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.controller.labels.put('Plain', textLabel('plain'));
    await rig.controller.labels.put('Product', textLabel('{TABLE;Name}'));
    await rig.controller.tables.put('Products', {
      columns: ['SKU', 'Name', 'Label'],
      rows: [
        ['K1', 'Mustard', ''],
        ['K2', 'Ketchup', 'Product'],
        ['K3', 'Relish', 'Nowhere'],
        ['Twin', 'one', ''],
        ['Twin', 'two', ''],
      ],
    });
  });
  afterEach(() => rig.close());

  const status = () => rig.controller.printing.status('Line 1');

  it('makes a label the current job', async () => {
    await expect(rig.select({ labelName: 'Plain', description: 'Early shift', copies: 7 })).resolves.toEqual({ id: 'id-2', position: 0 });
    expect((await status()).job).toEqual({
      id: 'id-2',
      description: 'Early shift',
      label: 'Plain',
      revision: 1,
      printed: 0,
      started: 0,
      copies: 7,
      rowCopy: 1,
      rowCopies: 7,
      nextPrint: expect.any(String) as string,
    });
  });

  it('accepts a label in the request', async () => {
    await rig.select({ labelData: textLabel('inline') });
    await rig.trigger();
    expect(await rig.prints()).toMatchObject([{ label: '' }]);
  });

  it('takes a row by its key', async () => {
    await rig.select({ labelName: 'Product', ...ROW });
    expect((await status()).job).toMatchObject({ label: 'Product', table: 'Products', key: 'K2', row: 1 });
    await rig.trigger();
    expect(await rig.prints()).toMatchObject([{ table: 'Products', key: 'K2' }]);
  });

  it('takes the label that a column names', async () => {
    await rig.select({ labelColumn: 'Label', ...ROW });
    expect((await status()).job).toMatchObject({ label: 'Product' });
  });

  it('falls back to labelName where the cell of the label column is empty', async () => {
    await rig.select({ labelColumn: 'Label', labelName: 'Plain', ...ROW, key: 'K1' });
    expect((await status()).job).toMatchObject({ label: 'Plain' });
  });

  it('prints the current row of a table that was replaced', async () => {
    await rig.select({ labelName: 'Product', ...ROW });
    await rig.trigger();
    await rig.controller.tables.put('Products', {
      columns: ['Name', 'SKU'],
      rows: [
        ['x', 'x'],
        ['x', 'x'],
        ['Tomato', 'K2'],
      ],
    });
    expect((await status()).job).toMatchObject({ row: 2 });
    await rig.trigger();
    expect(new Set((await rig.prints()).map((print) => print.pictureHash)).size).toBe(2);
  });

  it('replaces the whole queue', async () => {
    await rig.select({ labelName: 'Plain' });
    await rig.select({ labelName: 'Plain', queue: true });
    await rig.select({ labelName: 'Plain', description: 'the last' });
    expect(await status()).toMatchObject({ job: { description: 'the last' }, queue: 0 });
  });

  it('waits after the current job when it is queued, and follows it when its copies are made', async () => {
    await rig.select({ labelName: 'Plain', description: 'first', copies: 2 });
    await expect(rig.select({ labelName: 'Plain', description: 'second', queue: true })).resolves.toMatchObject({ position: 1 });
    await expect(rig.select({ labelName: 'Plain', description: 'third', queue: true })).resolves.toMatchObject({ position: 2 });
    expect(await status()).toMatchObject({ job: { description: 'first' }, queue: 2 });
    await rig.trigger();
    await rig.trigger();
    expect(await status()).toMatchObject({ job: { description: 'second' }, queue: 1 });
  });

  it('survives a restart', async () => {
    await rig.select({ labelName: 'Plain', description: 'first', copies: 3 });
    await rig.select({ labelName: 'Plain', description: 'second', queue: true });
    await rig.trigger();
    await rig.finishPrints();
    await rig.restart();
    expect(await status()).toMatchObject({ job: { description: 'first', started: 1, printed: 1, copies: 3 }, queue: 1 });
  });

  it('deselects when it is empty, and lets prints in progress finish', async () => {
    await rig.select({ labelName: 'Plain' });
    await rig.select({ labelName: 'Plain', queue: true });
    await rig.trigger();
    await expect(rig.select({})).resolves.toBeUndefined();
    await rig.finishPrints();
    expect({ status: await status(), prints: await rig.prints() }).toMatchObject({
      status: { job: null, queue: 0 },
      prints: [{ state: 'printed' }],
    });
  });

  const refused: [string, Job, object][] = [
    ['an unknown label', { labelName: 'Nowhere' }, { slug: 'not-found', message: 'There is no label "Nowhere".' }],
    [
      'an unknown table',
      { labelName: 'Product', ...ROW, tableName: 'Nowhere' },
      { slug: 'not-found', message: expect.stringContaining('"Nowhere"') as string },
    ],
    [
      'an unknown key column',
      { labelName: 'Product', ...ROW, keyColumn: 'EAN' },
      { slug: 'not-found', message: expect.stringContaining('"EAN"') as string },
    ],
    [
      'an unknown key',
      { labelName: 'Product', ...ROW, key: 'K9' },
      { slug: 'not-found', message: expect.stringContaining('"K9"') as string },
    ],
    ['a key of two rows', { labelName: 'Product', ...ROW, key: 'Twin' }, { slug: 'key-not-unique' }],
    [
      'an unknown label column',
      { labelColumn: 'Form', ...ROW },
      { slug: 'not-found', message: 'The table "Products" has no column "Form".' },
    ],
    [
      'an empty label column',
      { labelColumn: 'Label', ...ROW, key: 'K1' },
      { slug: 'invalid-input', context: { errors: [{ pointer: '/labelColumn' }] } },
    ],
    [
      'a label column that names no label',
      { labelColumn: 'Label', ...ROW, key: 'K3' },
      { slug: 'not-found', message: 'There is no label "Nowhere".' },
    ],
    ['a label that needs a row', { labelName: 'Product' }, { slug: 'cannot-render' }],
    [
      'a broken label',
      { labelData: textLabel('{NONSENSE}') },
      { slug: 'invalid-input', context: { errors: [{ pointer: '/labelData/objs/1/text' }] } },
    ],
    [
      'an unknown variable',
      { labelData: textLabel('{VARIABLE;gone}') },
      { slug: 'cannot-render', message: 'Text (/objs/1): There is no variable "gone" (at character 1)' },
    ],
    [
      'a label that is too high',
      { labelData: textLabel('high', { height: 70.5 }) },
      { slug: 'cannot-render', message: 'The label is 70.5 mm high, but "Line 1" prints 70 mm at most.' },
    ],
  ];
  it.each(refused)('E19 refuses %s, and the queue stays as it was', async (_fault, job, problem) => {
    await rig.select({ labelName: 'Plain', description: 'before' });
    const before = await status();
    await expect(rig.select(job)).rejects.toMatchObject(problem);
    expect(await status()).toEqual(before);
  });

  it.each([0, -1, 1.5, 1e10, Number.NaN])('E19 refuses %d copies', async (copies) => {
    expect(() => rig.select({ labelName: 'Plain', copies })).toThrow('/copies');
    expect((await status()).job).toBeNull();
  });

  it('refuses a printer that is not there', async () => {
    await expect(rig.select({ labelName: 'Plain' }, 'Line 9')).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('A8 is refused in safe mode', async () => {
    await rig.restart({ isSafeMode: true });
    await expect(rig.select({ labelName: 'Plain' })).rejects.toMatchObject({ slug: 'safe-mode' });
  });
});
