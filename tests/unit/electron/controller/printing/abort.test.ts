import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

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

  it('voids prints that are not made, ends job and queue, and nothing prints after it', async () => {
    await rig.select({ labelName: 'Serial', queue: true });
    await rig.trigger();
    await abort();
    rig.clock.advance(10_000);
    const status = await rig.controller.printing.status('Line 1');
    expect({ prints: await rig.prints(), job: status.job, queue: status.queue }).toMatchObject({
      prints: [{ state: 'void', reason: 'aborted' }],
      job: null,
      queue: 0,
    });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('is no error when nothing is selected', async () => {
    await abort();
    await expect(abort()).resolves.toBeUndefined();
  });

  it('keeps what was printed before', async () => {
    await rig.trigger();
    await rig.finishPrints();
    await rig.trigger();
    await abort();
    expect(await rig.serials()).toEqual(['1 printed', '2 void']);
  });

  it('D15 stops an earlier trigger that is not sent yet', async () => {
    rig.clock.advance(100);
    const send = vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send');
    const trigger = rig.controller.printing.trigger('Line 1').catch((error: unknown) => error);
    const aborted = abort();
    await expect(trigger).resolves.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: printing was aborted during this trigger.',
    });
    await aborted;
    expect(send).not.toHaveBeenCalled();
  });

  it.each([1, 2, 3, 5, 8, 13, 21, 34])('D15 leaves nothing that prints when it comes %i turns after a trigger', async (turns) => {
    rig.clock.advance(100);
    const trigger = rig.controller.printing.trigger('Line 1').catch(() => undefined);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await abort();
    await trigger;
    rig.clock.advance(10_000);
    const states = (await rig.prints()).map((print) => print.state);
    expect(states.filter((state) => state !== 'void')).toEqual([]);
  });

  it('D15 stops an engine that is just taking a print', async () => {
    const { engine } = rig.controller.printers.get('Line 1');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const send = engine.send.bind(engine);
    const spy = vi.spyOn(engine, 'send').mockImplementationOnce(async (print) => {
      await promise;
      await send(print);
    });
    rig.clock.advance(100);
    const trigger = rig.controller.printing.trigger('Line 1');
    await untilHolds(() => expect(spy).toHaveBeenCalled());
    const aborted = abort();
    resolve(undefined);
    await Promise.all([trigger, aborted]);
    rig.clock.advance(10_000);
    expect(await rig.serials()).toEqual(['1 void']);
  });

  it('D15 also stops a trigger that comes before its answer', async () => {
    const { promise, resolve } = Promise.withResolvers<number[]>();
    vi.spyOn(rig.controller.printers.get('Line 1').engine, 'abort').mockReturnValueOnce(promise);
    const aborted = abort();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    resolve([]);
    await aborted;
    expect(await rig.prints()).toEqual([]);
  });

  it('marks a print unknown if the engine does not report that it dropped it', async () => {
    await rig.trigger();
    const { engine } = rig.controller.printers.get('Line 1');
    vi.spyOn(engine, 'abort').mockResolvedValueOnce([]);
    vi.spyOn(engine, 'count').mockReturnValue(undefined);
    await abort();
    expect(await rig.prints()).toMatchObject([{ state: 'unknown', reason: 'aborted before the engine confirmed' }]);
  });

  it('fails when the engine does not confirm that it stopped, and ends the queue nevertheless', async () => {
    await rig.trigger();
    vi.spyOn(rig.controller.printers.get('Line 1').engine, 'abort').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(abort()).rejects.toMatchObject({
      slug: 'printer-failed',
      message: '"Line 1" did not confirm that it stopped: the cable was pulled',
    });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('does not requeue a finished job when its last print is dropped', async () => {
    await rig.select({ labelName: 'Serial', copies: 1 });
    await rig.trigger();
    await abort();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('does not affect the other printers', async () => {
    await rig.select({ labelName: 'Serial' }, 'Line 2');
    await rig.trigger('Line 2');
    await abort();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed']);
  });
});
