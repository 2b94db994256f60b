import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { Plant, textLabel } from './plant.ts';

const LATE = Date.parse('2026-11-21T23:59:59.950+01:00');

describe('the moment of a print', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.controller.labels.put('Dated', textLabel('{DAYOFMONTH} {HOUR}'));
    await plant.select({ labelName: 'Dated' });
    plant.clock.advance(100);
    plant.clock.set(LATE);
    await plant.controller.clock.confirm();
  });
  afterEach(() => plant.close());

  const moments = async () =>
    (await plant.db.selectFrom('prints').select('print_values').execute()).map((row) => parsePrintValues(row.print_values).moment.epochMs);

  it('C8 is that of its trigger, and stays when it is marked after midnight', async () => {
    const atTrigger = await plant.controller.printing.nextPicture('Line 1');
    await plant.controller.printing.trigger('Line 1');
    await plant.finishPrints();
    const kept = await plant.controller.prints.picture(1);
    expect([await moments(), (await plant.prints())[0]?.state, kept]).toEqual([[LATE], 'printed', atTrigger]);
  });

  it('C8 is that of its trigger when its turn comes after midnight', async () => {
    const triggers = [plant.controller.printing.trigger('Line 1')];
    plant.clock.advance(40);
    triggers.push(plant.controller.printing.trigger('Line 1'));
    plant.clock.advance(60);
    await Promise.all(triggers);
    expect(await moments()).toEqual([LATE, LATE + 40]);
  });

  it('C8 differs from that of a print triggered after midnight', async () => {
    const before = await plant.controller.printing.nextPicture('Line 1');
    plant.clock.advance(100);
    await plant.controller.printing.trigger('Line 1');
    await plant.finishPrints();
    expect((await plant.controller.prints.picture(1)).planes).not.toEqual(before.planes);
  });
});
