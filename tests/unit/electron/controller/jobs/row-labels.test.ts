import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Plant, textLabel } from './plant.ts';

const COMPOSED = 'Caf\u00e9';
const DECOMPOSED = 'Cafe\u0301';
const RANGE = { labelName: 'Plain', labelColumn: 'Label', tableName: 'Forms' };

describe('a job whose rows name their labels', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('of the box');
    await plant.controller.labels.put('Plain', textLabel('plain'));
    await plant.controller.labels.put('Box', textLabel('{COUNTER;of the box}'));
    await plant.controller.labels.put(COMPOSED, textLabel('{TABLE;SKU}'));
    await plant.controller.tables.put('Forms', {
      columns: ['SKU', 'Label'],
      rows: [
        ['1', ''],
        ['2', DECOMPOSED],
        ['3', 'Box'],
        ['4', ''],
      ],
    });
  });
  afterEach(() => plant.close());

  const status = () => plant.controller.printing.status('Line 1');

  it('prints each row with its own label, and with labelName where the cell is empty', async () => {
    await plant.select(RANGE);
    expect((await status()).job).toMatchObject({ label: 'Plain', row: 0 });
    for (let print = 0; print < 4; print++) await plant.trigger();
    expect((await plant.prints()).map(({ label, counters }) => [label, counters.length])).toEqual([
      ['Plain', 0],
      [COMPOSED, 0],
      ['Box', 1],
      ['Plain', 0],
    ]);
  });

  it('E20 needs the labels of all its rows, and what they show', async () => {
    await plant.select({ ...RANGE, description: 'Forms' });
    const { removal } = plant.controller;
    for (const refused of [removal.label('Plain'), removal.label(COMPOSED), removal.label('Box'), removal.counter('of the box')]) {
      await expect(refused).rejects.toMatchObject({ slug: 'in-use', message: expect.stringContaining('"Forms" on "Line 1"') as string });
    }
  });

  it('E20 needs only the label of its own row when it has one', async () => {
    await plant.select({ labelColumn: 'Label', tableName: 'Forms', keyColumn: 'SKU', key: '3' });
    await expect(plant.controller.removal.label('Box')).rejects.toMatchObject({ slug: 'in-use' });
    await expect(plant.controller.removal.label('Plain')).resolves.toBeUndefined();
  });

  it('lets go of what it does not need even when a table that was replaced names labels that there are not', async () => {
    await plant.select(RANGE);
    await plant.controller.tables.put('Forms', { columns: ['SKU', 'Label'], rows: [['1', 'Nowhere']] });
    await expect(plant.controller.removal.label('Box')).resolves.toBeUndefined();
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: There is no label "Nowhere".',
    });
  });
});

describe('the print delay of a job', () => {
  let plant: Plant;
  beforeEach(async () => {
    plant = await Plant.build();
  });
  afterEach(() => plant.close());

  it.each([
    ['its own', { printDelay: 12.5 }, 12.5],
    ['none, which it says itself', { printDelay: 0 }, 0],
    ["its label's where it says nothing", {}, 3],
  ])('is %s', async (_which, extra, delay) => {
    const { engine } = plant.controller.printers.get('Line 1');
    const send = vi.spyOn(engine, 'send');
    await plant.select({ labelData: textLabel('x', { printDelay: 3 }), ...extra });
    await plant.trigger();
    expect(send.mock.calls.map(([print]) => print.printDelay)).toEqual([delay]);
  });
});
