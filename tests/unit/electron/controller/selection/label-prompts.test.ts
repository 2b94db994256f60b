import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

describe('the prompts of a label', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    const { variables, labels } = rig.controller;
    const prompt = { type: 'date' };
    await variables.put('Line', variableSchema.parse({ value: '1' }));
    await variables.put('Lot', variableSchema.parse({ value: 'L-7', description: 'Lot number', userEdit: true }));
    await variables.put('Day', variableSchema.parse({ value: '2026-11-21', userEdit: true, pinned: true, prompt }));
    await labels.put('Label', textLabel('{VARIABLE;Line} {VARIABLE;Lot} {VARIABLE;Gone} {VARIABLE;Day}'));
  });
  afterEach(() => rig.close());

  it('are the variables that operators may change, the pinned first', async () => {
    expect(await rig.controller.labelPrompts.ofLabel('Label')).toEqual([
      { name: 'Day', description: '', value: '2026-11-21', pinned: true, prompt: { type: 'date' } },
      { name: 'Lot', description: 'Lot number', value: 'L-7', pinned: false },
    ]);
  });

  it('are not found for a missing label', async () => {
    await expect(rig.controller.labelPrompts.ofLabel('None')).rejects.toMatchObject({ slug: 'not-found' });
  });
});

describe('a print', () => {
  it('keeps the rules by which its dates were made', async () => {
    const rig = await PrintingRig.build();
    await rig.controller.settings.putDates({ timeZone: 'Europe/Berlin', monthEnd: 'spill', productionDayStart: 480 });
    await rig.controller.labels.put('Label', textLabel('{DAYOFMONTH}'));
    await rig.select({ labelName: 'Label' });
    await rig.trigger();
    const { print_values: values } = await rig.db.selectFrom('prints').select('print_values').executeTakeFirstOrThrow();
    expect(JSON.parse(values)).toMatchObject({ moment: { timeZone: 'Europe/Berlin', monthEnd: 'spill', productionDayStart: 480 } });
    await rig.close();
  });
});
