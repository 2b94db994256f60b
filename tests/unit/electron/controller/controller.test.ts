import { afterEach, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { healthSchema } from '#contract/api-v3/health.ts';
import { PrintingRig } from './printing/printing-rig.ts';

const SAMPLES = fileURLToPath(new URL('../../../../build/samples', import.meta.url));

describe('the controller', () => {
  let plant: PrintingRig;
  afterEach(() => plant.close());

  it('has samples after a first start', async () => {
    plant = await PrintingRig.build({ isEmpty: false, samplesFolder: SAMPLES });
    const { labels, tables, variables } = plant.controller;
    const names = [await labels.list(), await tables.list()].map((list) => list.map(([name]) => name));
    expect([...names, (await variables.list()).length > 0]).toEqual([
      ['Can date code', 'Carton date and lot', 'Date syrup', 'Food case', 'Pallet QR', 'Pallet SSCC', 'Pharma carton'],
      ['Products'],
      true,
    ]);
  });

  it('does not import removed samples again', async () => {
    plant = await PrintingRig.build({ isEmpty: false, samplesFolder: SAMPLES });
    for (const [name] of await plant.controller.labels.list()) await plant.controller.removal.label(name);
    await plant.restart({ isEmpty: false, samplesFolder: SAMPLES });
    await expect(plant.controller.labels.list()).resolves.toEqual([]);
  });

  it('starts empty with the option isEmpty', async () => {
    plant = await PrintingRig.build();
    const { labels, tables, variables, counters } = plant.controller;
    const all = [await labels.list(), await tables.list(), await variables.list(), await counters.list()];
    expect(all).toEqual([[], [], [], []]);
  });

  it('keeps its identity over a restart, and says when it started', async () => {
    plant = await PrintingRig.build();
    const { startedAt, ...before } = await plant.controller.health();
    await plant.clock.advance(1_000);
    await plant.restart();
    const { startedAt: restartedAt, ...after } = healthSchema.parse(await plant.controller.health());
    expect(after).toEqual(before);
    expect(Date.parse(restartedAt ?? '') - Date.parse(startedAt ?? '')).toBeGreaterThanOrEqual(1_000);
  });

  it('B4 stores at its start the settings that every station reads', async () => {
    plant = await PrintingRig.build();
    await plant.controller.stop();
    const asked = ['controllerId', 'timeZone'];
    await plant.db.deleteFrom('settings').where('key', 'in', asked).execute();
    await plant.controller.start();
    const kept = await plant.db.selectFrom('settings').select('key').where('key', 'in', asked).orderBy('key').execute();
    expect(kept.map(({ key }) => key)).toEqual(asked);
  });

  it('A8 says that it is in safe mode', async () => {
    plant = await PrintingRig.build({ isSafeMode: true });
    await expect(plant.controller.health()).resolves.toMatchObject({ status: 'safe-mode' });
  });

  it('leaves no timer when it stops', async () => {
    plant = await PrintingRig.build();
    plant.controller.printers.setConveyor('Line 1', { running: true, productsPerMinute: 60 });
    await plant.controller.stop();
    expect(plant.clock.pending).toBe(0);
  });
});
