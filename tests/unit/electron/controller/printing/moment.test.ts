import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LATE = Date.parse('2026-11-21T23:59:59.950+01:00');

describe('the moment of a print', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.controller.labels.put('Dated', textLabel('{DAYOFMONTH} {HOUR}'));
    await rig.select({ labelName: 'Dated' });
    rig.clock.advance(100);
    rig.clock.set(LATE);
    await rig.controller.clock.confirm();
  });
  afterEach(() => rig.close());

  const moments = async () =>
    (await rig.db.selectFrom('prints').select('print_values').execute()).map((row) => parsePrintValues(row.print_values).moment.epochMs);

  it('C8 is that of its trigger, also when it is confirmed after midnight', async () => {
    const atTrigger = await rig.controller.printing.nextPicture('Line 1');
    await rig.controller.printing.trigger('Line 1');
    await rig.finishPrints();
    const kept = await rig.controller.prints.picture(1);
    expect([await moments(), (await rig.prints())[0]?.state, kept]).toEqual([[LATE], 'printed', atTrigger]);
  });

  it('C8 is that of its trigger, also when it runs after midnight', async () => {
    const triggers = [rig.controller.printing.trigger('Line 1')];
    rig.clock.advance(40);
    triggers.push(rig.controller.printing.trigger('Line 1'));
    rig.clock.advance(60);
    await Promise.all(triggers);
    expect(await moments()).toEqual([LATE, LATE + 40]);
  });

  it('C8 differs from that of a print triggered after midnight', async () => {
    const before = await rig.controller.printing.nextPicture('Line 1');
    rig.clock.advance(100);
    await rig.controller.printing.trigger('Line 1');
    await rig.finishPrints();
    expect((await rig.controller.prints.picture(1)).planes).not.toEqual(before.planes);
  });
});
