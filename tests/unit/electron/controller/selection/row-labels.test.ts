import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const COMPOSED = 'Caf\u00e9';
const DECOMPOSED = 'Cafe\u0301';
const RANGE = { labelName: 'Plain', labelColumn: 'Label', tableName: 'Forms' };

describe('a job whose rows name their labels', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('of the box');
    await rig.controller.labels.put('Plain', textLabel('plain'));
    await rig.controller.labels.put('Box', textLabel('{COUNTER;of the box}'));
    await rig.controller.labels.put(COMPOSED, textLabel('{TABLE;SKU}'));
    await rig.controller.tables.put('Forms', {
      columns: ['SKU', 'Label'],
      rows: [
        ['1', ''],
        ['2', DECOMPOSED],
        ['3', 'Box'],
        ['4', ''],
      ],
    });
  });
  afterEach(() => rig.close());

  const status = () => rig.controller.printing.status('Line 1');

  it('prints each row with its own label, and with labelName where the cell is empty', async () => {
    await rig.select(RANGE);
    expect((await status()).job).toMatchObject({ label: 'Plain', row: 0 });
    for (let print = 0; print < 4; print++) await rig.trigger();
    expect((await rig.prints()).map(({ label, counters }) => [label, counters.length])).toEqual([
      ['Plain', 0],
      [COMPOSED, 0],
      ['Box', 1],
      ['Plain', 0],
    ]);
  });

  it('E20 needs the labels of all its rows, and what they show', async () => {
    await rig.select({ ...RANGE, description: 'Forms' });
    const { removal } = rig.controller;
    for (const refused of [removal.label('Plain'), removal.label(COMPOSED), removal.label('Box'), removal.counter('of the box')]) {
      await expect(refused).rejects.toMatchObject({ slug: 'in-use', message: expect.stringContaining('"Forms" on "Line 1"') as string });
    }
  });

  it('E20 needs only the label of its own row when it has one', async () => {
    await rig.select({ labelColumn: 'Label', tableName: 'Forms', keyColumn: 'SKU', key: '3' });
    await expect(rig.controller.removal.label('Box')).rejects.toMatchObject({ slug: 'in-use' });
    await expect(rig.controller.removal.label('Plain')).resolves.toBeUndefined();
  });

  it('does not block removals when a replaced table names missing labels', async () => {
    await rig.select(RANGE);
    await rig.controller.tables.put('Forms', { columns: ['SKU', 'Label'], rows: [['1', 'Nowhere']] });
    await expect(rig.controller.removal.label('Box')).resolves.toBeUndefined();
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: There is no label "Nowhere".',
    });
  });
});

describe('the print delay of a job', () => {
  let rig: PrintingRig;
  beforeEach(async () => {
    rig = await PrintingRig.build();
  });
  afterEach(() => rig.close());

  it.each([
    ['its own', { printDelay: 12.5 }, 12.5],
    ['none, which it says itself', { printDelay: 0 }, 0],
    ["its label's where it says nothing", {}, 3],
  ])('is %s', async (_which, extra, delay) => {
    const { engine } = rig.controller.printers.get('Line 1');
    const send = vi.spyOn(engine, 'send');
    await rig.select({ labelData: textLabel('x', { printDelay: 3 }), ...extra });
    await rig.trigger();
    expect(send.mock.calls.map(([print]) => print.printDelay)).toEqual([delay]);
  });
});
