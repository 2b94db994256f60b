import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedDrawing } from '#support/drawing.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

/** The operations that an abort does not wait for. */
describe('an abort', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial' });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rig.close();
  });

  const abort = () => rig.controller.printing.abort('Line 1');

  /** Blocks drawings and checks from now on until `letGo` is called. */
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
    message: `"Line 1" cannot print now: printing was aborted during this ${order}.`,
  });

  it('does not wait for a trigger that is being drawn, which prints nothing', async () => {
    // The selection has drawn another value in advance.
    await rig.putCounter('serial', 7);
    const drawings = holdDrawings();
    const trigger = rig.trigger().catch((error: unknown) => error);
    await drawings.begun();
    await abort();
    drawings.letGo();
    expect({ trigger: await trigger, prints: await rig.prints() }).toMatchObject({ trigger: overtaken('trigger'), prints: [] });
  });

  it('does not wait for selections, and they select nothing any more', async () => {
    const drawings = holdDrawings();
    const outcome = (queue: boolean) => rig.select({ labelName: 'Serial', queue }).catch((error: unknown) => error);
    const selections = [outcome(false), outcome(true), outcome(true)];
    await drawings.begun();
    await abort();
    const before = drawings.count();
    drawings.letGo();
    for (const selection of await Promise.all(selections)) expect(selection).toMatchObject(overtaken('selection'));
    expect(drawings.count()).toBe(before);
    expect(await rig.controller.printing.status('Line 1')).toMatchObject({ job: null, queue: 0 });
  });

  it('does not wait for a selection on another printer, which goes on', async () => {
    const drawings = holdDrawings();
    const selection = rig.select({ labelName: 'Serial' }, 'Line 2');
    await drawings.begun();
    await abort();
    drawings.letGo();
    await expect(selection).resolves.toMatchObject({ position: 0 });
  });

  it('does not stop later operations', async () => {
    await Promise.all([abort(), rig.select({ labelName: 'Serial' })]);
    await rig.trigger();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed']);
  });
});
