import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedDrawing } from '#support/drawing.ts';
import { Plant, textLabel } from './plant.ts';

const LINE = 'Line 1';

describe('a print that is drawn before its values are spent', () => {
  let plant: Plant;
  const put = (value: string) => plant.controller.variables.put('Lot', { value, description: '', userEdit: true, pinned: false });
  /** Lets something happen while a label is drawn, as often as it is given. */
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
    (await plant.db.selectFrom('prints').select('print_values').execute()).map(
      ({ print_values: values }) => /"Lot","(\w+)"/.exec(values)?.[1],
    );

  beforeEach(async () => {
    // No thread is idle, and what a selection drew is not what is printed: each print is drawn when its trigger comes.
    vi.spyOn(sharedDrawing, 'isIdle', 'get').mockReturnValue(false);
    plant = await Plant.build();
    await plant.putCounter('serial');
    await put('selected');
    await plant.controller.labels.put('Label', textLabel('{COUNTER;serial} {VARIABLE;Lot}'));
    for (const line of [LINE, 'Line 2']) await plant.select({ labelName: 'Label' }, line);
    await put('A');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await plant.close();
  });

  it('is drawn again when a value was changed meanwhile, and its picture is of what is written down', async () => {
    whileDrawn(() => put('B'));
    await plant.trigger();
    const [print] = await plant.prints();
    expect([await lots(), (await plant.controller.prints.picture(print?.id ?? 0)).hdpi]).toEqual([['B'], 300]);
  });

  it('spends nothing when its values never keep still', async () => {
    whileDrawn(...Array.from({ length: 10 }, (_, index) => () => put(`Lot${index}`)));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    expect([await plant.prints(), (await plant.controller.counters.get('serial')).value]).toEqual([[], 1]);
  });

  it('spends nothing when it is aborted meanwhile', async () => {
    let aborted: Promise<void> | undefined;
    // The abort waits for the trigger, so that it is only begun here.
    whileDrawn(() => {
      aborted = plant.controller.printing.abort(LINE);
    });
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-cannot-print' });
    await aborted;
    expect([await plant.prints(), (await plant.controller.counters.get('serial')).value]).toEqual([[], 1]);
  });

  it('shares no number with another line, and neither line draws in vain', async () => {
    const spy = whileDrawn();
    plant.clock.advance(100);
    const { printing } = plant.controller;
    await Promise.all([printing.trigger(LINE), printing.trigger('Line 2'), printing.trigger('Line 2').catch(() => undefined)]);
    const values = (await plant.prints()).map(({ counters }) => counters[0]?.value);
    expect([values, spy.mock.calls.length]).toEqual([[1, 2], 2]);
  });

  it('holds up nothing that needs the database', async () => {
    whileDrawn(() => plant.controller.labels.put('Another', textLabel('other')));
    await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
  });
});
