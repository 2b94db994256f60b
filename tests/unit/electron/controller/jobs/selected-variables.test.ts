import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Plant, textLabel } from './plant.ts';

const PLAIN = { value: 'old', description: 'of the batch', userEdit: true, pinned: false };

describe('the variables of a selection', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    const { variables, labels, tables } = plant.controller;
    await variables.put('batch', PLAIN);
    await variables.put('weeks', { ...PLAIN, value: '3', prompt: { type: 'number', min: 1, max: 9 } });
    await variables.put('site', { ...PLAIN, userEdit: false });
    await variables.put('constructor', PLAIN);
    await labels.put('Batch', textLabel('{VARIABLE;batch} {VARIABLE;weeks} {VARIABLE;site} {VARIABLE;constructor}'));
    await labels.put('Plain', textLabel('plain'));
    await tables.put('Forms', { columns: ['Label'], rows: [['Plain'], ['Batch']] });
  });
  afterEach(() => plant.close());

  const values = async () => new Map((await plant.controller.variables.list()).map(({ name, value }) => [name, value]));

  it('are set together with the job, and print', async () => {
    await plant.select({ labelName: 'Batch', variables: { batch: 'L7', weeks: '9', constructor: 'Vogt' } });
    expect(await values()).toEqual(new Map(Object.entries({ batch: 'L7', weeks: '9', site: 'old', constructor: 'Vogt' })));
    expect(await plant.controller.variables.get('batch')).toEqual({ ...PLAIN, value: 'L7' });
  });

  it('may be those of any of its labels', async () => {
    await plant.select({ labelColumn: 'Label', tableName: 'Forms', variables: { batch: 'L7' } });
    expect((await values()).get('batch')).toBe('L7');
  });

  it.each([
    ['that there is not', { lot: 'x' }, '/variables/lot', 'there is no such variable'],
    ['that operators may not change', { site: 'x' }, '/variables/site', 'operators may not change this variable'],
    ['outside what its prompt takes', { weeks: '10' }, '/variables/weeks', 'must be at most 9'],
    ['that nothing shows', { batch: 'x' }, '/variables/batch', 'nothing that is selected shows this variable'],
  ])('are refused for one %s, and nothing changes', async (...[, variables, pointer, detail]) => {
    const before = await values();
    const labelName = detail.startsWith('nothing') ? 'Plain' : 'Batch';
    await expect(plant.select({ labelName, variables: { ...variables } as Record<string, string> })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer, detail }] },
    });
    expect({ values: await values(), job: (await plant.controller.printing.status('Line 1')).job }).toEqual({ values: before, job: null });
  });

  it('are what the selection is checked with: a value that cannot be printed is not set', async () => {
    await plant.controller.labels.put('Code', textLabel('{TIME;{DAYOFMONTH};+{VARIABLE;batch}days}'));
    await expect(plant.select({ labelName: 'Code', variables: { batch: 'many' } })).rejects.toMatchObject({ slug: 'cannot-render' });
    expect((await values()).get('batch')).toBe('old');
  });
});
