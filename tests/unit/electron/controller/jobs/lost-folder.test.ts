import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Plant, textLabel } from './plant.ts';

describe('B15 a data folder that is lost', () => {
  let plant: Plant;
  let isLost: boolean;

  beforeEach(async () => {
    isLost = false;
    const lookAfterPause = (): void => {
      if (isLost) plant.controller.takeNoMore();
    };
    plant = await Plant.build({ folder: { check: () => undefined, lookAfterPause } });
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial' });
  });
  afterEach(() => plant.close());

  it('is found before a print begins: no value is spent', async () => {
    await plant.trigger();
    await plant.finishPrints();
    isLost = true;
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    expect(await plant.serials()).toEqual(['1 printed']);
  });

  it('stops the engines at once: what is not marked is void, the job stays, and nothing is printed after it', async () => {
    await plant.trigger();
    await plant.controller.printing.halt('the data folder is lost');
    plant.clock.advance(10_000);
    expect(await plant.prints()).toMatchObject([{ state: 'void', reason: 'the data folder is lost' }]);
    expect((await plant.controller.printing.status('Line 1')).job).toMatchObject({ started: 1, printed: 0 });
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
  });
});
