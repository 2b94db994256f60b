import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

/** 100 mm: at the line's 500 mm/s they take 200 ms. The label is 20 mm long. */
const FAR = 100_000_000;
const LABEL = { labelName: 'Serial' };

describe('printing at a distance', () => {
  let rig: PrintingRig;
  let engine: PrintEngine;
  let told: (object | undefined)[];

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    watch();
  });
  afterEach(() => rig.close());

  function watch(): void {
    ({ engine } = rig.controller.printers.get('Line 1'));
    told = [];
    const autoPrint = engine.autoPrint?.bind(engine);
    vi.spyOn(engine, 'autoPrint').mockImplementation((distance) => {
      told.push(distance);
      autoPrint?.(distance);
    });
  }

  const hears = (...distances: (object | undefined)[]) => untilHolds(() => expect(told).toEqual(distances));
  const printed = (count: number) => untilHolds(async () => expect(await rig.prints()).toHaveLength(count));
  /** Advances the clock at once and waits for the prints. */
  const after = async (duration: number, count: number) => {
    rig.clock.advance(duration);
    await printed(count);
  };
  const missedTriggers = async () => (await rig.controller.missedTriggers.page('Line 1', { limit: 50 })).missedTriggers;

  it('prints from start to start, counts each as a trigger, and takes none of them for a bounce', async () => {
    await rig.controller.appliedSettings.put('Line 1', {
      bounceTime: 10_000,
      whenDataIsMissing: 'continue',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
    await rig.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    for (const count of [1, 2, 3]) await after(200, count);
    const { triggers, triggerBounces } = await rig.controller.history.counters('Line 1');
    expect({ triggers, triggerBounces, reserved: (await rig.prints()).map((print) => Date.parse(print.reserved)) }).toEqual({
      triggers: 3,
      triggerBounces: 0,
      reserved: [200, 400, 600].map((at) => rig.clock.wall - 600 + at),
    });
  });

  it('prints from the end of one to the start of the next', async () => {
    const send = vi.spyOn(engine, 'send');
    await rig.select({ ...LABEL, autoPrintGap: FAR });
    await hears({ gap: 100 });
    rig.clock.advance(200);
    await untilHolds(() => expect(send).toHaveBeenCalledTimes(1));
    rig.clock.advance(239);
    const early = (await rig.prints()).length;
    await after(1, 2);
    expect(early).toBe(1);
  });

  it('ends with its job, without a missed trigger', async () => {
    await rig.select({ ...LABEL, copies: 2, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await after(200, 1);
    await after(200, 2);
    await hears({ interval: 100 }, undefined);
    rig.clock.advance(10_000);
    await rig.finishPrints();
    expect([await rig.serials(), await missedTriggers()]).toEqual([['1 printed', '2 printed'], []]);
  });

  it('ignores a distance that passed while its job ended', async () => {
    await rig.select({ ...LABEL, copies: 1, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    rig.clock.advance(400);
    await hears({ interval: 100 }, undefined);
    await rig.controller.printing.select('Line 1', { queue: false, checkpoint: false, repeatPrint: false });
    expect([(await rig.serials()).length, await missedTriggers()]).toEqual([1, []]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an abort', () => rig.controller.printing.abort('Line 1')],
    ['a deselection', () => rig.select({})],
    ['a job that is triggered', () => rig.select(LABEL)],
    ['the removal of the job', async () => rig.controller.queue.remove('Line 1', (await rig.controller.queue.list('Line 1'))[0]!.id)],
  ])('ends with %s', async (_act, act) => {
    await rig.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await act();
    await hears({ interval: 100 }, undefined);
  });

  it('changes to the distance of the next job', async () => {
    await rig.select({ ...LABEL, copies: 1, autoPrintInterval: FAR });
    await rig.select({ ...LABEL, queue: true, autoPrintGap: FAR });
    await hears({ interval: 100 });
    await after(200, 1);
    await hears({ interval: 100 }, { gap: 100 });
  });

  it('waits for a first trigger after a restart of the controller', async () => {
    await rig.select({ ...LABEL, autoPrintInterval: FAR });
    await rig.restart();
    watch();
    await rig.controller.queue.reorder('Line 1', [(await rig.controller.queue.list('Line 1'))[0]!.id]);
    rig.clock.advance(10_000);
    const before = [...told, ...(await rig.prints())];
    await rig.trigger();
    await hears({ interval: 100 });
    expect(before).toEqual([]);
  });

  it('D14 goes on when the last copy of its job could not be marked', async () => {
    const send = vi.spyOn(engine, 'send');
    const surface = join(rig.folder, 'marks', '1');
    await rig.select({ ...LABEL, copies: 1, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    rmSync(surface, { recursive: true });
    rig.clock.advance(200);
    await untilHolds(() => expect(send).toHaveBeenCalledTimes(1));
    await hears({ interval: 100 }, undefined);
    rig.clock.advance(40);
    await hears({ interval: 100 }, undefined, { interval: 100 });
    mkdirSync(surface);
    await after(200, 2);
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 void', '2 printed']);
  });

  it('pauses while the printer cannot print', async () => {
    await rig.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await engine.stop();
    rig.clock.advance(10_000);
    expect([await rig.prints(), await missedTriggers()]).toEqual([[], []]);
  });

  it('ends when a missed trigger stops the line, and starts again with the next selection', async () => {
    await rig.controller.appliedSettings.put('Line 1', {
      bounceTime: 20,
      whenDataIsMissing: 'stop',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
    await rig.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await rig.changeLabel('Serial', textLabel('{VARIABLE;gone}'));
    rig.clock.advance(200);
    await hears({ interval: 100 }, undefined);
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 }, undefined, { interval: 100 });
  });

  it('is refused by a printer that cannot, and the queue is as it was', async () => {
    await rig.select(LABEL);
    Object.assign(engine, { autoPrint: undefined });
    await expect(rig.select({ ...LABEL, autoPrintGap: FAR })).rejects.toMatchObject({
      slug: 'auto-print-missing',
      message: '"Line 1" has no auto-print: it prints only when it is triggered.',
    });
    expect(await rig.controller.queue.list('Line 1')).toHaveLength(1);
  });
});
