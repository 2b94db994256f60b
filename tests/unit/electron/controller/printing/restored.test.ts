import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HighWater } from '#storage/high-water.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

describe('behind a restore', () => {
  let rig: PrintingRig;
  let file: string;

  beforeEach(async () => {
    file = join(temporaryFolder(), 'high-water.json');
    rig = await PrintingRig.build({ highWater: new HighWater(file) });
    await rig.putCounter('Serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;Serial}'));
    await printOne();
  });
  afterEach(() => rig.close());

  async function printOne(): Promise<void> {
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.finishPrints();
  }

  async function restore(): Promise<void> {
    await rig.controller.settings.put('backup', String(rig.clock.wall));
    await rig.restart({ highWater: new HighWater(file) });
    await rig.controller.recovery.confirm();
  }

  async function errors(): Promise<string[]> {
    return (await rig.controller.printing.status('Line 1')).errors;
  }

  it('I8 skipped print ids are not reported as missing, then and at later starts', async () => {
    await restore();
    expect(await errors()).toEqual([]);
    await printOne();
    await restore();
    await rig.restart({ highWater: new HighWater(file) });
    const ids = (await rig.prints()).map(({ id }) => id);
    expect([ids.length, (ids[1] ?? 0) > 2, await errors()]).toEqual([2, true, []]);
  });

  it('I8 a lost print is still reported', async () => {
    await restore();
    await printOne();
    await rig.db.deleteFrom('prints').where('id', '>', 1).execute();
    await rig.restart({ highWater: new HighWater(file) });
    expect((await errors())[0]).toBe('The ledger is inconsistent: 2 prints were reserved, 1 are stored.');
  });
});
