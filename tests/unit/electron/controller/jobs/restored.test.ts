import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HighWater } from '#storage/high-water.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Plant, textLabel } from './plant.ts';

describe('behind a restore', () => {
  let plant: Plant;
  let file: string;

  beforeEach(async () => {
    file = join(temporaryFolder(), 'high-water.json');
    plant = await Plant.build({ highWater: new HighWater(file) });
    await plant.putCounter('Serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;Serial}'));
    await printOne();
  });
  afterEach(() => plant.close());

  async function printOne(): Promise<void> {
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.finishPrints();
  }

  async function restore(): Promise<void> {
    await plant.controller.settings.put('backup', String(plant.clock.wall));
    await plant.restart({ highWater: new HighWater(file) });
    await plant.controller.recovery.confirm();
  }

  async function errors(): Promise<string[]> {
    return (await plant.controller.printing.status('Line 1')).errors;
  }

  it('I8 numbers that were left out are not missed, then and at the starts that follow', async () => {
    await restore();
    expect(await errors()).toEqual([]);
    await printOne();
    await restore();
    await plant.restart({ highWater: new HighWater(file) });
    const ids = (await plant.prints()).map(({ id }) => id);
    expect([ids.length, (ids[1] ?? 0) > 2, await errors()]).toEqual([2, true, []]);
  });

  it('I8 a print that is gone is still missed', async () => {
    await restore();
    await printOne();
    await plant.db.deleteFrom('prints').where('id', '>', 1).execute();
    await plant.restart({ highWater: new HighWater(file) });
    expect((await errors())[0]).toBe('The accounts of the ledger differ: 2 prints were reserved, 1 are there.');
  });
});
