import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

describe('a removal', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.variables.put('batch', { value: 'A', description: '', userEdit: false, pinned: false });
    await rig.controller.shiftCodes.put('crew', { shifts: [{ offset: 360, code: 'E' }], description: '' });
    await rig.controller.tables.put('Products', { columns: ['SKU'], rows: [['K1']] });
    await rig.controller.labels.put('Label', textLabel('{TABLE;SKU} {VARIABLE;batch} {COUNTER;serial} {SHIFTCODE;crew}'));
    await rig.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1', description: 'Early shift' });
  });
  afterEach(() => rig.close());

  const nouns: ['label' | 'table' | 'variable' | 'counter' | 'shiftCode', string, string?][] = [
    ['label', 'Label'],
    ['table', 'Products'],
    ['variable', 'batch'],
    ['counter', 'serial'],
    ['shiftCode', 'crew', 'shift code'],
  ];

  it.each(nouns)('E20 of a %s that a job needs is refused, naming the job', async (noun, name, word = noun) => {
    await expect(rig.controller.removal[noun](name)).rejects.toMatchObject({
      slug: 'in-use',
      message: `The ${word} "${name}" is needed by "Early shift" on "Line 1" (job id-2).`,
    });
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
  });

  it.each(nouns)('E20 of a %s that a job waiting in a queue needs is refused', async (noun, name) => {
    await rig.select({ labelData: textLabel('first') });
    await rig.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1', queue: true, freeze: false });
    await expect(rig.controller.removal[noun](name)).rejects.toMatchObject({ slug: 'in-use' });
  });

  it.each(nouns)('E20 of a %s that a job has frozen succeeds, and the job prints its stored values', async (noun, name) => {
    await rig.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1', freeze: true });
    const { removal, printing } = rig.controller;
    const before = await printing.nextPicture('Line 1');
    await removal[noun](name);
    expect(await printing.nextPicture('Line 1')).toEqual(before);
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
  });

  it.each(nouns)('of a %s succeeds after the deselection', async (noun, name) => {
    await rig.select({});
    await expect(rig.controller.removal[noun](name)).resolves.toBeUndefined();
    await expect(rig.controller.removal[noun](name)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('depends on the version of the label that its jobs print', async () => {
    await rig.controller.labelChanges.put('Label', textLabel('{COUNTER;serial}'));
    await expect(rig.controller.removal.variable('batch')).rejects.toMatchObject({ slug: 'in-use' });
    await rig.changeLabel('Label', textLabel('{COUNTER;serial}'));
    await expect(rig.controller.removal.variable('batch')).resolves.toBeUndefined();
  });

  it.each([0, 2, 5, 10, 20, 40])('does not run between lookup and end of a selection, %i ticks after it', async (turns) => {
    await rig.select({});
    const selection = rig.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1' });
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const [selected, removed] = await Promise.allSettled([selection, rig.controller.removal.variable('batch')]);
    expect([selected.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
  });
});
