import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FirstPrintVerdict } from '#contract/api-v3/first-print-check.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';

describe('the check of the first print', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
  });
  afterEach(() => rig.close());

  const job = async () => (await rig.controller.printing.status(LINE)).job;
  const state = (printId: number, verdict: FirstPrintVerdict, { note = '', by = 'Ada' } = {}) =>
    rig.controller.firstPrintChecks.state(LINE, { printId, verdict, note }, { by });

  async function requireCheck(): Promise<void> {
    await rig.controller.appliedSettings.put(LINE, {
      bounceTime: 20,
      whenDataIsMissing: 'continue',
      firstPrintCheckRequired: true,
      preflightRequired: false,
    });
  }

  async function printOne(): Promise<number> {
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.finishPrints();
    return (await job())?.firstPrint ?? 0;
  }

  it('names the first print once it is made, and the verdict with its person once it is stated', async () => {
    await rig.select({ labelName: 'Serial' });
    expect(await job()).not.toHaveProperty('firstPrint');
    await rig.trigger();
    await rig.finishPrints();
    expect(await job()).toMatchObject({ firstPrint: 1 });
    await state(1, 'right');
    await rig.trigger();
    await rig.finishPrints();
    const check = { verdict: 'right', printId: 1, by: 'Ada', at: expect.stringMatching(/^2026-11-21T/), note: '' };
    expect(await job()).toMatchObject({ firstPrint: 1, firstPrintCheck: check });
    expect(await job()).not.toHaveProperty('firstPrintCheckRequired');
  });

  it('is stored once for the same statement, and keeps every correction', async () => {
    const print = await printOne();
    await state(print, 'right');
    await state(print, 'right');
    await state(print, 'wrong', { note: 'wrong date', by: 'Ben' });
    expect(await rig.controller.firstPrintChecks.ofPrint(print)).toMatchObject([
      { verdict: 'right', by: 'Ada' },
      { verdict: 'wrong', by: 'Ben', note: 'wrong date' },
    ]);
    expect((await job())?.firstPrintCheck).toMatchObject({ verdict: 'wrong' });
  });

  it('stops further prints of a printer that requires it until the print is found right', async () => {
    await requireCheck();
    const print = await printOne();
    expect(await job()).toMatchObject({ firstPrintCheckRequired: true });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'first-print-unchecked', message: expect.stringContaining(`(${print})`) });
    await state(print, 'wrong');
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'first-print-unchecked', message: expect.stringContaining('wrong') });
    await state(print, 'right');
    await rig.trigger();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed', '2 printed']);
  });

  it('stops them also while the first print is not confirmed yet', async () => {
    await requireCheck();
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    rig.clock.advance(25);
    await expect(rig.controller.printing.trigger(LINE)).rejects.toMatchObject({ slug: 'first-print-unchecked' });
  });

  it('lets another first print follow one that was not made', async () => {
    await requireCheck();
    await printOne();
    await rig.db.updateTable('prints').set({ state: 'void' }).execute();
    await rig.trigger();
    await rig.finishPrints();
    expect((await job())?.firstPrint).toBe(2);
  });

  it('starts a line again that its missing verdict has stopped', async () => {
    await rig.controller.appliedSettings.put(LINE, {
      bounceTime: 20,
      whenDataIsMissing: 'stop',
      firstPrintCheckRequired: true,
      preflightRequired: false,
    });
    const print = await printOne();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'first-print-unchecked' });
    await state(print, 'right');
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
  });

  it('is asked again for the next job', async () => {
    await requireCheck();
    await state(await printOne(), 'right');
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.finishPrints();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'first-print-unchecked' });
  });

  it('can be stated after the job has ended with its only print', async () => {
    await rig.select({ labelName: 'Serial', copies: 1 });
    await rig.trigger();
    await rig.finishPrints();
    await expect(state(1, 'right')).resolves.toMatchObject({ printId: 1, verdict: 'right' });
  });

  it('is refused for any other print', async () => {
    await printOne();
    await rig.trigger();
    await rig.finishPrints();
    await expect(state(2, 'right')).rejects.toMatchObject({ slug: 'invalid-input' });
    await expect(state(9, 'right')).rejects.toMatchObject({ slug: 'not-found' });
    await expect(
      rig.controller.firstPrintChecks.state('Line 2', { printId: 1, verdict: 'right', note: '' }, { by: '' }),
    ).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('survives a restart', async () => {
    await requireCheck();
    await state(await printOne(), 'right');
    await rig.restart();
    expect((await job())?.firstPrintCheck).toMatchObject({ verdict: 'right', by: 'Ada' });
    await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
  });
});
