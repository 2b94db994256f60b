import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Plant, textLabel } from './plant.ts';

describe('a removal', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.variables.put('batch', { value: 'A', description: '', userEdit: false, pinned: false });
    await plant.controller.shiftCodes.put('crew', { shifts: [{ offset: 360, code: 'E' }], description: '' });
    await plant.controller.tables.put('Products', { columns: ['SKU'], rows: [['K1']] });
    await plant.controller.labels.put('Label', textLabel('{TABLE;SKU} {VARIABLE;batch} {COUNTER;serial} {SHIFTCODE;crew}'));
    await plant.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1', description: 'Early shift' });
  });
  afterEach(() => plant.close());

  const nouns: ['label' | 'table' | 'variable' | 'counter' | 'shiftCode', string, string?][] = [
    ['label', 'Label'],
    ['table', 'Products'],
    ['variable', 'batch'],
    ['counter', 'serial'],
    ['shiftCode', 'crew', 'shift code'],
  ];

  it.each(nouns)('E20 of a %s that a job needs is refused, naming the job', async (noun, name, word = noun) => {
    await expect(plant.controller.removal[noun](name)).rejects.toMatchObject({
      slug: 'in-use',
      message: `The ${word} "${name}" is needed by "Early shift" on "Line 1" (job id-2).`,
    });
    await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
  });

  it.each(nouns)('E20 of a %s that a job waiting in a queue needs is refused', async (noun, name) => {
    await plant.select({ labelData: textLabel('first') });
    await plant.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1', queue: true, freeze: false });
    await expect(plant.controller.removal[noun](name)).rejects.toMatchObject({ slug: 'in-use' });
  });

  it.each(nouns)('E20 of a %s that a job has frozen succeeds, and the job prints what it took', async (noun, name) => {
    await plant.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1', freeze: true });
    const { removal, printing } = plant.controller;
    const before = await printing.nextPicture('Line 1');
    await removal[noun](name);
    expect(await printing.nextPicture('Line 1')).toEqual(before);
    await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
  });

  it.each(nouns)('of a %s succeeds after the deselection', async (noun, name) => {
    await plant.select({});
    await expect(plant.controller.removal[noun](name)).resolves.toBeUndefined();
    await expect(plant.controller.removal[noun](name)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('goes by what the label needs now, not by what it needed at the selection', async () => {
    await plant.controller.labels.put('Label', textLabel('{COUNTER;serial}'));
    await expect(plant.controller.removal.variable('batch')).resolves.toBeUndefined();
  });

  it.each([0, 2, 5, 10, 20, 40])('never comes between a selection and what it found, %i turns after it', async (turns) => {
    await plant.select({});
    const selection = plant.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1' });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const [selected, removed] = await Promise.allSettled([selection, plant.controller.removal.variable('batch')]);
    expect([selected.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
  });
});
