import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

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

  it('voids what is not marked, ends job and queue, and nothing prints after it', async () => {
    await plant.select({ labelName: 'Serial', queue: true });
    await plant.trigger();
    await abort();
    plant.clock.advance(10_000);
    const status = await plant.controller.printing.status('Line 1');
    expect({ prints: await plant.prints(), job: status.job, queue: status.queue }).toMatchObject({
      prints: [{ state: 'void', reason: 'aborted' }],
      job: null,
      queue: 0,
    });
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('is no error when nothing is selected', async () => {
    await abort();
    await expect(abort()).resolves.toBeUndefined();
  });

  it('keeps what was printed before', async () => {
    await plant.trigger();
    await plant.finishPrints();
    await plant.trigger();
    await abort();
    expect(await plant.serials()).toEqual(['1 printed', '2 void']);
  });

  it('D15 wins over a trigger that came before it and was not sent yet', async () => {
    plant.clock.advance(100);
    const send = vi.spyOn(plant.controller.printers.get('Line 1').engine, 'send');
    const trigger = plant.controller.printing.trigger('Line 1').catch((error: unknown) => error);
    const aborted = abort();
    await expect(trigger).resolves.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: printing was aborted while this trigger was on its way.',
    });
    await aborted;
    expect(send).not.toHaveBeenCalled();
  });

  it.each([1, 2, 3, 5, 8, 13, 21, 34])('D15 leaves nothing that prints when it comes %i turns after a trigger', async (turns) => {
    plant.clock.advance(100);
    const trigger = plant.controller.printing.trigger('Line 1').catch(() => undefined);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await abort();
    await trigger;
    plant.clock.advance(10_000);
    const states = (await plant.prints()).map((print) => print.state);
    expect(states.filter((state) => state !== 'void')).toEqual([]);
  });

  it('D15 stops an engine that is just taking a print', async () => {
    const { engine } = plant.controller.printers.get('Line 1');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const send = engine.send.bind(engine);
    const spy = vi.spyOn(engine, 'send').mockImplementationOnce(async (print) => {
      await promise;
      await send(print);
    });
    plant.clock.advance(100);
    const trigger = plant.controller.printing.trigger('Line 1');
    await untilHolds(() => expect(spy).toHaveBeenCalled());
    const aborted = abort();
    resolve(undefined);
    await Promise.all([trigger, aborted]);
    plant.clock.advance(10_000);
    expect(await plant.serials()).toEqual(['1 void']);
  });

  it('D15 wins over a trigger that comes before its answer, too', async () => {
    const { promise, resolve } = Promise.withResolvers<number[]>();
    vi.spyOn(plant.controller.printers.get('Line 1').engine, 'abort').mockReturnValueOnce(promise);
    const aborted = abort();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    resolve([]);
    await aborted;
    expect(await plant.prints()).toEqual([]);
  });

  it('calls a print unknown of which the engine cannot say that it was dropped', async () => {
    await plant.trigger();
    const { engine } = plant.controller.printers.get('Line 1');
    vi.spyOn(engine, 'abort').mockResolvedValueOnce([]);
    vi.spyOn(engine, 'count').mockReturnValue(undefined);
    await abort();
    expect(await plant.prints()).toMatchObject([{ state: 'unknown', reason: 'aborted before the engine confirmed' }]);
  });

  it('says so when the engine does not confirm that it stopped, and ends the queue all the same', async () => {
    await plant.trigger();
    vi.spyOn(plant.controller.printers.get('Line 1').engine, 'abort').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(abort()).rejects.toMatchObject({
      slug: 'printer-failed',
      message: '"Line 1" did not confirm that it stopped: the cable was pulled',
    });
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('does not bring a finished job back when its last print is dropped', async () => {
    await plant.select({ labelName: 'Serial', copies: 1 });
    await plant.trigger();
    await abort();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('leaves the other printers alone', async () => {
    await plant.select({ labelName: 'Serial' }, 'Line 2');
    await plant.trigger('Line 2');
    await abort();
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed']);
  });
});
