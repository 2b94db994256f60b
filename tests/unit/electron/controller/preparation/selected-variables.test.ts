import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const PLAIN = { value: 'old', description: 'of the batch', userEdit: true, pinned: false };

describe('the variables of a selection', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    const { variables, labels, tables } = rig.controller;
    await variables.put('batch', PLAIN);
    await variables.put('weeks', { ...PLAIN, value: '3', prompt: { type: 'number', min: 1, max: 9 } });
    await variables.put('site', { ...PLAIN, userEdit: false });
    await variables.put('constructor', PLAIN);
    await labels.put('Batch', textLabel('{VARIABLE;batch} {VARIABLE;weeks} {VARIABLE;site} {VARIABLE;constructor}'));
    await labels.put('Plain', textLabel('plain'));
    await tables.put('Forms', { columns: ['Label'], rows: [['Plain'], ['Batch']] });
  });
  afterEach(() => rig.close());

  const values = async () => new Map((await rig.controller.variables.list()).map(({ name, value }) => [name, value]));

  it('are set together with the job, and print', async () => {
    await rig.select({ labelName: 'Batch', variables: { batch: 'L7', weeks: '9', constructor: 'Vogt' } });
    expect(await values()).toEqual(new Map(Object.entries({ batch: 'L7', weeks: '9', site: 'old', constructor: 'Vogt' })));
    expect(await rig.controller.variables.get('batch')).toEqual({ ...PLAIN, value: 'L7' });
  });

  it('may belong to any of its labels', async () => {
    await rig.select({ labelColumn: 'Label', tableName: 'Forms', variables: { batch: 'L7' } });
    expect((await values()).get('batch')).toBe('L7');
  });

  it.each([
    ['that is missing', { lot: 'x' }, '/variables/lot', 'there is no such variable'],
    ['that operators may not change', { site: 'x' }, '/variables/site', 'operators may not change this variable'],
    ['with a value that its prompt refuses', { weeks: '10' }, '/variables/weeks', 'must be at most 9'],
    ['that no label shows', { batch: 'x' }, '/variables/batch', 'no selected label shows this variable'],
  ])('are refused for one %s, and nothing changes', async (...[, variables, pointer, detail]) => {
    const before = await values();
    const labelName = detail.startsWith('no selected label') ? 'Plain' : 'Batch';
    await expect(rig.select({ labelName, variables: { ...variables } as Record<string, string> })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer, detail }] },
    });
    expect({ values: await values(), job: (await rig.controller.printing.status('Line 1')).job }).toEqual({ values: before, job: null });
  });

  it('are used to check the selection: a value that cannot be printed is not set', async () => {
    await rig.controller.labels.put('Code', textLabel('{TIME;{DAYOFMONTH};+{VARIABLE;batch}days}'));
    await expect(rig.select({ labelName: 'Code', variables: { batch: 'many' } })).rejects.toMatchObject({ slug: 'cannot-render' });
    expect((await values()).get('batch')).toBe('old');
  });
});
