import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

/** 100 mm: at the line's 500 mm/s they take 200 ms. The label is 20 mm long. */
const FAR = 100_000_000;
const LABEL = { labelName: 'Serial' };

describe('printing at a distance', () => {
  let plant: Plant;
  let engine: PrintEngine;
  let told: (object | undefined)[];

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    watch();
  });
  afterEach(() => plant.close());

  function watch(): void {
    ({ engine } = plant.controller.printers.get('Line 1'));
    told = [];
    const autoPrint = engine.autoPrint?.bind(engine);
    vi.spyOn(engine, 'autoPrint').mockImplementation((distance) => {
      told.push(distance);
      autoPrint?.(distance);
    });
  }

  const hears = (...distances: (object | undefined)[]) => untilHolds(() => expect(told).toEqual(distances));
  const printed = (count: number) => untilHolds(async () => expect(await plant.prints()).toHaveLength(count));
  /** Turns the clock in one stroke and waits for the prints that it made. */
  const after = async (duration: number, count: number) => {
    plant.clock.advance(duration);
    await printed(count);
  };
  const gaps = async () => (await plant.controller.gaps.page('Line 1', { limit: 50 })).gaps;

  it('prints from start to start, counts each as a trigger, and takes none of them for a bounce', async () => {
    await plant.controller.lineSettings.put('Line 1', { bounceTime: 10_000, whenDataIsMissing: 'gap' });
    await plant.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    for (const count of [1, 2, 3]) await after(200, count);
    const { triggers, triggerBounces } = await plant.controller.history.counters('Line 1');
    expect({ triggers, triggerBounces, reserved: (await plant.prints()).map((print) => Date.parse(print.reserved)) }).toEqual({
      triggers: 3,
      triggerBounces: 0,
      reserved: [200, 400, 600].map((at) => plant.clock.wall - 600 + at),
    });
  });

  it('prints from the end of one to the start of the next', async () => {
    const send = vi.spyOn(engine, 'send');
    await plant.select({ ...LABEL, autoPrintGap: FAR });
    await hears({ gap: 100 });
    plant.clock.advance(200);
    await untilHolds(() => expect(send).toHaveBeenCalledTimes(1));
    plant.clock.advance(239);
    const early = (await plant.prints()).length;
    await after(1, 2);
    expect(early).toBe(1);
  });

  it('ends with its job, without a gap', async () => {
    await plant.select({ ...LABEL, copies: 2, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await after(200, 1);
    await after(200, 2);
    await hears({ interval: 100 }, undefined);
    plant.clock.advance(10_000);
    await plant.finishPrints();
    expect([await plant.serials(), await gaps()]).toEqual([['1 printed', '2 printed'], []]);
  });

  it('asks for nothing any more when the distance passed while its job ended', async () => {
    await plant.select({ ...LABEL, copies: 1, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    plant.clock.advance(400);
    await hears({ interval: 100 }, undefined);
    await plant.controller.printing.select('Line 1', { queue: false, checkpoint: false, repeatPrint: false });
    expect([(await plant.serials()).length, await gaps()]).toEqual([1, []]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an abort', () => plant.controller.printing.abort('Line 1')],
    ['a deselection', () => plant.select({})],
    ['a job that is triggered', () => plant.select(LABEL)],
    ['the removal of the job', async () => plant.controller.queue.remove('Line 1', (await plant.controller.queue.list('Line 1'))[0]!.id)],
  ])('ends with %s', async (_act, act) => {
    await plant.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await act();
    await hears({ interval: 100 }, undefined);
  });

  it('goes over to the distance of the next job', async () => {
    await plant.select({ ...LABEL, copies: 1, autoPrintInterval: FAR });
    await plant.select({ ...LABEL, queue: true, autoPrintGap: FAR });
    await hears({ interval: 100 });
    await after(200, 1);
    await hears({ interval: 100 }, { gap: 100 });
  });

  it('waits for a first trigger after the controller was started again', async () => {
    await plant.select({ ...LABEL, autoPrintInterval: FAR });
    await plant.restart();
    watch();
    await plant.controller.queue.reorder('Line 1', [(await plant.controller.queue.list('Line 1'))[0]!.id]);
    plant.clock.advance(10_000);
    const before = [...told, ...(await plant.prints())];
    await plant.trigger();
    await hears({ interval: 100 });
    expect(before).toEqual([]);
  });

  it('D14 goes on when the last copy of its job could not be marked', async () => {
    const send = vi.spyOn(engine, 'send');
    const surface = join(plant.folder, 'marks', '1');
    await plant.select({ ...LABEL, copies: 1, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    rmSync(surface, { recursive: true });
    plant.clock.advance(200);
    await untilHolds(() => expect(send).toHaveBeenCalledTimes(1));
    await hears({ interval: 100 }, undefined);
    plant.clock.advance(40);
    await hears({ interval: 100 }, undefined, { interval: 100 });
    mkdirSync(surface);
    await after(200, 2);
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 void', '2 printed']);
  });

  it('stands still while the printer cannot print', async () => {
    await plant.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await engine.stop();
    plant.clock.advance(10_000);
    expect([await plant.prints(), await gaps()]).toEqual([[], []]);
  });

  it('ends when a gap stops the line, and begins again with the next selection', async () => {
    await plant.controller.lineSettings.put('Line 1', { bounceTime: 20, whenDataIsMissing: 'stop' });
    await plant.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 });
    await plant.controller.labels.put('Serial', textLabel('{VARIABLE;gone}'));
    plant.clock.advance(200);
    await hears({ interval: 100 }, undefined);
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ ...LABEL, autoPrintInterval: FAR });
    await hears({ interval: 100 }, undefined, { interval: 100 });
  });

  it('is refused by a printer that cannot, and the queue is as it was', async () => {
    await plant.select(LABEL);
    Object.assign(engine, { autoPrint: undefined });
    await expect(plant.select({ ...LABEL, autoPrintGap: FAR })).rejects.toMatchObject({
      slug: 'auto-print-missing',
      message: '"Line 1" cannot print by itself at a distance: it prints when it is triggered.',
    });
    expect(await plant.controller.queue.list('Line 1')).toHaveLength(1);
  });
});
