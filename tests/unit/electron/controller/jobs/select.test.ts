import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { printJobSchema } from '#contract/api-v3/print-job.ts';
import { Plant, textLabel } from './plant.ts';

type Job = z.input<typeof printJobSchema>;

const ROW = { tableName: 'Products', keyColumn: 'SKU', key: 'K2' };

describe('a selection', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.controller.labels.put('Plain', textLabel('plain'));
    await plant.controller.labels.put('Product', textLabel('{TABLE;Name}'));
    await plant.controller.tables.put('Products', {
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
  afterEach(() => plant.close());

  const status = () => plant.controller.printing.status('Line 1');

  it('makes a label the current job', async () => {
    await expect(plant.select({ labelName: 'Plain', description: 'Early shift', copies: 7 })).resolves.toEqual({ id: 'id-2', position: 0 });
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

  it('takes the label that comes with it', async () => {
    await plant.select({ labelData: textLabel('inline') });
    await plant.trigger();
    expect(await plant.prints()).toMatchObject([{ label: '' }]);
  });

  it('takes a row by its key', async () => {
    await plant.select({ labelName: 'Product', ...ROW });
    expect((await status()).job).toMatchObject({ label: 'Product', table: 'Products', key: 'K2', row: 1 });
    await plant.trigger();
    expect(await plant.prints()).toMatchObject([{ table: 'Products', key: 'K2' }]);
  });

  it('takes the label that a column names', async () => {
    await plant.select({ labelColumn: 'Label', ...ROW });
    expect((await status()).job).toMatchObject({ label: 'Product' });
  });

  it('falls back to labelName where the cell of the label column is empty', async () => {
    await plant.select({ labelColumn: 'Label', labelName: 'Plain', ...ROW, key: 'K1' });
    expect((await status()).job).toMatchObject({ label: 'Plain' });
  });

  it('prints the row as it stands in a table that was replaced', async () => {
    await plant.select({ labelName: 'Product', ...ROW });
    await plant.trigger();
    await plant.controller.tables.put('Products', {
      columns: ['Name', 'SKU'],
      rows: [
        ['x', 'x'],
        ['x', 'x'],
        ['Tomato', 'K2'],
      ],
    });
    expect((await status()).job).toMatchObject({ row: 2 });
    await plant.trigger();
    expect(new Set((await plant.prints()).map((print) => print.pictureHash)).size).toBe(2);
  });

  it('replaces the whole queue', async () => {
    await plant.select({ labelName: 'Plain' });
    await plant.select({ labelName: 'Plain', queue: true });
    await plant.select({ labelName: 'Plain', description: 'the last' });
    expect(await status()).toMatchObject({ job: { description: 'the last' }, queue: 0 });
  });

  it('waits behind the current job when it is queued, and follows it when its copies are made', async () => {
    await plant.select({ labelName: 'Plain', description: 'first', copies: 2 });
    await expect(plant.select({ labelName: 'Plain', description: 'second', queue: true })).resolves.toMatchObject({ position: 1 });
    await expect(plant.select({ labelName: 'Plain', description: 'third', queue: true })).resolves.toMatchObject({ position: 2 });
    expect(await status()).toMatchObject({ job: { description: 'first' }, queue: 2 });
    await plant.trigger();
    await plant.trigger();
    expect(await status()).toMatchObject({ job: { description: 'second' }, queue: 1 });
  });

  it('survives a restart', async () => {
    await plant.select({ labelName: 'Plain', description: 'first', copies: 3 });
    await plant.select({ labelName: 'Plain', description: 'second', queue: true });
    await plant.trigger();
    await plant.finishPrints();
    await plant.restart();
    expect(await status()).toMatchObject({ job: { description: 'first', started: 1, printed: 1, copies: 3 }, queue: 1 });
  });

  it('deselects when it is empty, and lets prints under way finish', async () => {
    await plant.select({ labelName: 'Plain' });
    await plant.select({ labelName: 'Plain', queue: true });
    await plant.trigger();
    await expect(plant.select({})).resolves.toBeUndefined();
    await plant.finishPrints();
    expect({ status: await status(), prints: await plant.prints() }).toMatchObject({
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
    await plant.select({ labelName: 'Plain', description: 'before' });
    const before = await status();
    await expect(plant.select(job)).rejects.toMatchObject(problem);
    expect(await status()).toEqual(before);
  });

  it.each([0, -1, 1.5, 1e10, Number.NaN])('E19 refuses %d copies', async (copies) => {
    expect(() => plant.select({ labelName: 'Plain', copies })).toThrow('/copies');
    expect((await status()).job).toBeNull();
  });

  it('refuses a printer that is not there', async () => {
    await expect(plant.select({ labelName: 'Plain' }, 'Line 9')).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('A8 is refused in safe mode', async () => {
    await plant.restart({ isSafeMode: true });
    await expect(plant.select({ labelName: 'Plain' })).rejects.toMatchObject({ slug: 'safe-mode' });
  });
});
