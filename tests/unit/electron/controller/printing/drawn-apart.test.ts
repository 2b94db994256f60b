import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedDrawing } from '#support/drawing.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';

describe('a print that is drawn before its values are spent', () => {
  let rig: PrintingRig;
  const put = (value: string) => rig.controller.variables.put('Lot', { value, description: '', userEdit: true, pinned: false });
  /** Runs an action while a label is drawn, as often as given. */
  const whileDrawn = (...happenings: (() => unknown)[]) => {
    const draw = sharedDrawing.draw.bind(sharedDrawing);
    const spy = vi.spyOn(sharedDrawing, 'draw');
    for (const happen of happenings) {
      spy.mockImplementationOnce(async (order) => {
        const picture = await draw(order);
        await happen();
        return picture;
      });
    }
    return spy;
  };
  const lots = async () =>
    (await rig.db.selectFrom('prints').select('print_values').execute()).map(
      ({ print_values: values }) => /"Lot","(\w+)"/.exec(values)?.[1],
    );

  beforeEach(async () => {
    // No thread is idle, and the picture of the selection is not used: each print is drawn at its trigger.
    vi.spyOn(sharedDrawing, 'isIdle', 'get').mockReturnValue(false);
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await put('selected');
    await rig.controller.labels.put('Label', textLabel('{COUNTER;serial} {VARIABLE;Lot}'));
    for (const line of [LINE, 'Line 2']) await rig.select({ labelName: 'Label' }, line);
    await put('A');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  it('is drawn again when a value changes meanwhile, and its picture shows the stored values', async () => {
    whileDrawn(() => put('B'));
    await rig.trigger();
    const [print] = await rig.prints();
    expect([await lots(), (await rig.controller.prints.picture(print?.id ?? 0)).hdpi]).toEqual([['B'], 300]);
  });

  it('spends nothing when its values change with every drawing', async () => {
    whileDrawn(...Array.from({ length: 10 }, (_, index) => () => put(`Lot${index}`)));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    expect([await rig.prints(), (await rig.controller.counters.get('serial')).value]).toEqual([[], 1]);
  });

  it('spends nothing when it is aborted meanwhile', async () => {
    let aborted: Promise<void> | undefined;
    // The abort waits for the trigger: do not await it here.
    whileDrawn(() => {
      aborted = rig.controller.printing.abort(LINE);
    });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    await aborted;
    expect([await rig.prints(), (await rig.controller.counters.get('serial')).value]).toEqual([[], 1]);
  });

  it('shares no number with another printer, and neither draws a picture that is not printed', async () => {
    const spy = whileDrawn();
    rig.clock.advance(100);
    const { printing } = rig.controller;
    await Promise.all([printing.trigger(LINE), printing.trigger('Line 2'), printing.trigger('Line 2').catch(() => undefined)]);
    const values = (await rig.prints()).map(({ counters }) => counters[0]?.value);
    expect([values, spy.mock.calls.length]).toEqual([[1, 2], 2]);
  });

  it('does not block the database', async () => {
    whileDrawn(() => rig.controller.labels.put('Another', textLabel('other')));
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
  });
});
