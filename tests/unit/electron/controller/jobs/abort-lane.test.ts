import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
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

  /** Drawings and checks that begin now and end when `letGo` is called. */
  function holdDrawings() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const draw = sharedDrawing.draw.bind(sharedDrawing);
    const check = sharedDrawing.checkEach.bind(sharedDrawing);
    const drawn = vi.spyOn(sharedDrawing, 'draw').mockImplementation((order) => promise.then(() => draw(order)));
    const checked = vi.spyOn(sharedDrawing, 'checkEach').mockImplementation((order, rows) => promise.then(() => check(order, rows)));
    const count = () => drawn.mock.calls.length + checked.mock.calls.length;
    const begun = () => untilHolds(() => expect(count()).toBeGreaterThan(0));
    return { count, begun, letGo: () => resolve(undefined) };
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
    const before = drawings.count();
    drawings.letGo();
    for (const selection of await Promise.all(selections)) expect(selection).toMatchObject(overtaken('selection'));
    expect(drawings.count()).toBe(before);
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
