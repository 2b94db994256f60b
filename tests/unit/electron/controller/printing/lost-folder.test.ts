import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrintingRig, textLabel } from './printing-rig.ts';

describe('B15 a data folder that is lost', () => {
  let rig: PrintingRig;
  let isLost: boolean;

  beforeEach(async () => {
    isLost = false;
    const lookAfterPause = (): void => {
      if (isLost) rig.controller.stopAccepting();
    };
    rig = await PrintingRig.build({ folder: { check: () => undefined, checkAfterPause: lookAfterPause } });
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial' });
  });
  afterEach(() => rig.close());

  it('is detected before a print starts: no value is spent', async () => {
    await rig.trigger();
    await rig.finishPrints();
    isLost = true;
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    expect(await rig.serials()).toEqual(['1 printed']);
  });

  it('stops the engines at once: unmade prints are void, the job stays, and nothing is printed after it', async () => {
    await rig.trigger();
    await rig.controller.printing.halt('the data folder is lost');
    rig.clock.advance(10_000);
    expect(await rig.prints()).toMatchObject([{ state: 'void', reason: 'the data folder is lost' }]);
    expect((await rig.controller.printing.status('Line 1')).job).toMatchObject({ started: 1, printed: 0 });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
  });
});
