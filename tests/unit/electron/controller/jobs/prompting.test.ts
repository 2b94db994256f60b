import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { Plant, textLabel } from './plant.ts';

describe('what a label asks for', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    const { variables, labels } = plant.controller;
    const prompt = { type: 'date' };
    await variables.put('Line', variableSchema.parse({ value: '1' }));
    await variables.put('Lot', variableSchema.parse({ value: 'L-7', description: 'Lot number', userEdit: true }));
    await variables.put('Day', variableSchema.parse({ value: '2026-11-21', userEdit: true, pinned: true, prompt }));
    await labels.put('Label', textLabel('{VARIABLE;Line} {VARIABLE;Lot} {VARIABLE;Gone} {VARIABLE;Day}'));
  });
  afterEach(() => plant.close());

  it('is what operators may change, the pinned first', async () => {
    expect(await plant.controller.prompting.ofLabel('Label')).toEqual([
      { name: 'Day', description: '', value: '2026-11-21', pinned: true, prompt: { type: 'date' } },
      { name: 'Lot', description: 'Lot number', value: 'L-7', pinned: false },
    ]);
  });

  it('is unknown of a label that there is not', async () => {
    await expect(plant.controller.prompting.ofLabel('None')).rejects.toMatchObject({ slug: 'not-found' });
  });
});

describe('a print', () => {
  it('keeps the rules by which its dates were made', async () => {
    const plant = await Plant.build();
    await plant.controller.settings.putDates({ timeZone: 'Europe/Berlin', monthEnd: 'spill', productionDayStart: 480 });
    await plant.controller.labels.put('Label', textLabel('{DAYOFMONTH}'));
    await plant.select({ labelName: 'Label' });
    await plant.trigger();
    const { print_values: values } = await plant.db.selectFrom('prints').select('print_values').executeTakeFirstOrThrow();
    expect(JSON.parse(values)).toMatchObject({ moment: { timeZone: 'Europe/Berlin', monthEnd: 'spill', productionDayStart: 480 } });
    await plant.close();
  });
});
