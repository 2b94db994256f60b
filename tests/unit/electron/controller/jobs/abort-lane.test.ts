import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedDrawing } from '#support/drawing.ts';
import { Plant, textLabel } from './plant.ts';

/** What an abort does not wait for. */
describe('an abort', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial' });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await plant.close();
  });

  const abort = () => plant.controller.printing.abort('Line 1');

  /** Drawings that begin now and end when the returned function is called. */
  function holdDrawings() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const draw = sharedDrawing.draw.bind(sharedDrawing);
    const held = vi.spyOn(sharedDrawing, 'draw').mockImplementation(async (order) => {
      await promise;
      return draw(order);
    });
    const begun = () => vi.waitFor(() => expect(held).toHaveBeenCalled(), { interval: 1 });
    return { held, begun, letGo: () => resolve(undefined) };
  }

  const overtaken = (order: string) => ({
    slug: 'printer-cannot-print',
    message: `"Line 1" cannot print now: printing was aborted while this ${order} was on its way.`,
  });

  it('does not wait for a trigger that is being drawn, which prints nothing', async () => {
    // The selection has drawn another value ahead.
    await plant.putCounter('serial', 7);
    const drawings = holdDrawings();
    const trigger = plant.trigger().catch((error: unknown) => error);
    await drawings.begun();
    await abort();
    drawings.letGo();
    expect({ trigger: await trigger, prints: await plant.prints() }).toMatchObject({ trigger: overtaken('trigger'), prints: [] });
  });

  it('does not wait for selections, and they select nothing any more', async () => {
    const drawings = holdDrawings();
    const outcome = (queue: boolean) => plant.select({ labelName: 'Serial', queue }).catch((error: unknown) => error);
    const selections = [outcome(false), outcome(true), outcome(true)];
    await drawings.begun();
    await abort();
    const drawn = drawings.held.mock.calls.length;
    drawings.letGo();
    for (const selection of await Promise.all(selections)) expect(selection).toMatchObject(overtaken('selection'));
    expect(drawings.held).toHaveBeenCalledTimes(drawn);
    expect(await plant.controller.printing.status('Line 1')).toMatchObject({ job: null, queue: 0 });
  });

  it('does not wait for a selection on another printer, which goes on', async () => {
    const drawings = holdDrawings();
    const selection = plant.select({ labelName: 'Serial' }, 'Line 2');
    await drawings.begun();
    await abort();
    drawings.letGo();
    await expect(selection).resolves.toMatchObject({ position: 0 });
  });

  it('lets in what comes after it', async () => {
    await Promise.all([abort(), plant.select({ labelName: 'Serial' })]);
    await plant.trigger();
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed']);
  });
});
