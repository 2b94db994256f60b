import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const SERIAL = textLabel('{COUNTER;serial}');
const BUFFER_FULL = '"Line 1" did not take the print: Its buffer is full.';
const NOTHING = 'Nothing is selected on "Line 1".';

describe('a trigger that makes no print', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', SERIAL);
  });
  afterEach(() => rig.close());

  const settle = async (trigger: Promise<unknown>) => trigger.catch((error: unknown) => error);
  const reasons = async (printer = 'Line 1') =>
    (await rig.controller.missedTriggers.page(printer, { limit: 50 })).missedTriggers.map(({ reason }) => reason).reverse();
  const refuseNext = () =>
    vi
      .spyOn(rig.controller.printers.get('Line 1').engine, 'send')
      .mockRejectedValueOnce(new EngineError('buffer-full', 'Its buffer is full.'));
  const stopWhenMissing = () =>
    rig.controller.appliedSettings.put('Line 1', {
      bounceTime: 20,
      whenDataIsMissing: 'stop',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });

  it('D16 is recorded with time and reason when nothing is selected', async () => {
    await settle(rig.trigger());
    const page = await rig.controller.missedTriggers.page('Line 1', { limit: 50 });
    expect(page).toEqual({
      total: 1,
      missedTriggers: [{ id: 1, at: new Date(rig.clock.wall).toISOString(), reason: NOTHING }],
      next: null,
    });
  });

  it('D16 is recorded with its job when the label cannot be drawn, and neither repeats nor spends a serial', async () => {
    const job = await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.changeLabel('Serial', textLabel('{COUNTER;serial} {VARIABLE;gone}'));
    await settle(rig.trigger());
    await rig.changeLabel('Serial', SERIAL);
    await rig.trigger();
    await rig.finishPrints();
    const { missedTriggers } = await rig.controller.missedTriggers.page('Line 1', { limit: 50 });
    expect({ missedTriggers, serials: await rig.serials() }).toMatchObject({
      missedTriggers: [{ job: job?.id, reason: 'Text (/objs/1): There is no variable "gone" (at character 18)' }],
      serials: ['1 printed', '2 printed'],
    });
  });

  it('D16 is recorded when the buffer of the engine is full: the value stays spent, the next product gets the next one', async () => {
    await rig.select({ labelName: 'Serial', copies: 2 });
    refuseNext();
    await settle(rig.trigger());
    await rig.trigger();
    await rig.finishPrints();
    expect({ reasons: await reasons(), serials: await rig.serials() }).toEqual({
      reasons: [BUFFER_FULL],
      serials: ['1 void', '2 printed'],
    });
  });

  it('D16 is recorded when it comes too fast, and when the printer cannot print', async () => {
    await rig.select({ labelName: 'Serial' });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const printer = rig.controller.printers.get('Line 1');
    vi.spyOn(printer.engine, 'send').mockReturnValueOnce(promise);
    const triggers = Array.from({ length: 17 }, () => settle(rig.controller.printing.trigger('Line 1')));
    await triggers.at(-1);
    resolve(undefined);
    await Promise.all(triggers);
    vi.spyOn(printer, 'canPrint').mockReturnValueOnce(false);
    await settle(rig.trigger());
    expect(await reasons()).toEqual([
      '"Line 1" has 16 triggers waiting already: a print for this one would come too late.',
      '"Line 1" cannot print now: it is STARTED.',
    ]);
  });

  it('D15 is recorded when an abort comes before its print is sent', async () => {
    await rig.select({ labelName: 'Serial' });
    rig.clock.advance(100);
    const trigger = settle(rig.controller.printing.trigger('Line 1'));
    await rig.controller.printing.abort('Line 1');
    await trigger;
    expect(await reasons()).toEqual(['"Line 1" cannot print now: printing was aborted during this trigger.']);
  });

  it('is not recorded when it bounced, nor when its print is unknown', async () => {
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.controller.printing.trigger('Line 1');
    vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await settle(rig.trigger());
    await rig.finishPrints();
    expect({ reasons: await reasons(), serials: await rig.serials() }).toEqual({ reasons: [], serials: ['1 printed', '2 unknown'] });
  });

  it('counts neither as a trigger nor as a bounce', async () => {
    await settle(rig.trigger());
    await expect(rig.controller.history.counters('Line 1')).resolves.toEqual({
      triggers: 0,
      triggerBounces: 0,
      printedLabels: 0,
      handedOverLabels: 0,
    });
  });

  it('reports its own error when it cannot be recorded', async () => {
    vi.spyOn(rig.controller.missedTriggers, 'record').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('is listed for its own printer only', async () => {
    await settle(rig.trigger('Line 2'));
    expect([await reasons(), await reasons('Line 2')]).toEqual([[], ['Nothing is selected on "Line 2".']]);
  });

  describe('where the line is to stop', () => {
    const conveyor = { running: true, productsPerMinute: 60 };

    beforeEach(async () => {
      await stopWhenMissing();
      await rig.select({ labelName: 'Serial' });
      rig.controller.printers.setConveyor('Line 1', conveyor);
    });

    it('D16 stops the conveyor, shows why, and refuses every later trigger', async () => {
      refuseNext();
      await settle(rig.trigger());
      const refused = await settle(rig.trigger());
      const { conveyor: seen, errors, ragStatus } = await rig.controller.printing.status('Line 1');
      const why = `The line was stopped because a product was not printed: ${BUFFER_FULL}`;
      expect({ running: seen?.running, errors, ragStatus, refused: String(refused), reasons: await reasons() }).toEqual({
        running: false,
        errors: [why],
        ragStatus: 'RED',
        refused: `ProblemError: "Line 1" cannot print now. ${why}`,
        reasons: [BUFFER_FULL, `"Line 1" cannot print now. ${why}`],
      });
    });

    it('D16 stops before a trigger that waits already', async () => {
      refuseNext();
      const first = settle(rig.controller.printing.trigger('Line 1'));
      const second = settle(rig.controller.printing.trigger('Line 1'));
      await Promise.all([first, second]);
      expect(await rig.serials()).toEqual(['1 void']);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a selection', () => rig.select({ labelName: 'Serial' })],
      ['a job behind the present one', () => rig.select({ labelName: 'Serial', queue: true })],
      ['an abort', () => rig.controller.printing.abort('Line 1')],
      ['a deselection', () => rig.select({})],
    ])('goes on after %s', async (_act, act) => {
      refuseNext();
      await settle(rig.trigger());
      await act();
      await rig.select({ labelName: 'Serial' });
      await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    });

    it('is not stopped by a trigger that was aborted', async () => {
      rig.clock.advance(100);
      const trigger = settle(rig.controller.printing.trigger('Line 1'));
      await rig.controller.printing.abort('Line 1');
      await trigger;
      await rig.select({ labelName: 'Serial' });
      await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    });
  });
});

describe('the settings of a printer', () => {
  let rig: PrintingRig;
  beforeEach(async () => {
    rig = await PrintingRig.build();
  });
  afterEach(() => rig.close());

  it('have their defaults until they are put, and outlive a restart', async () => {
    const before = rig.controller.appliedSettings.get('Line 1');
    await rig.controller.appliedSettings.put('Line 1', {
      bounceTime: 500,
      whenDataIsMissing: 'stop',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
    await rig.restart();
    const { appliedSettings } = rig.controller;
    expect([before, appliedSettings.get('Line 1'), appliedSettings.get('Line 2')]).toEqual([
      { bounceTime: 20, whenDataIsMissing: 'continue', firstPrintCheckRequired: false, preflightRequired: false },
      { bounceTime: 500, whenDataIsMissing: 'stop', firstPrintCheckRequired: false, preflightRequired: false },
      { bounceTime: 20, whenDataIsMissing: 'continue', firstPrintCheckRequired: false, preflightRequired: false },
    ]);
  });

  it('do not change when the transaction is rolled back, nor before', async () => {
    const { appliedSettings } = rig.controller;
    const before = appliedSettings.get('Line 1');
    const after = { bounceTime: 500, whenDataIsMissing: 'stop', firstPrintCheckRequired: false, preflightRequired: false } as const;
    const change = inTransaction(rig.db, async (trx) => {
      await appliedSettings.put('Line 1', after, trx);
      expect([appliedSettings.get('Line 1'), await appliedSettings.read('Line 1', trx)]).toEqual([before, after]);
      throw new Error('the disk is full');
    });
    await expect(change).rejects.toThrow('the disk is full');
    expect([appliedSettings.get('Line 1'), await appliedSettings.read('Line 1')]).toEqual([before, before]);
  });

  it('apply from the next trigger on', async () => {
    await rig.select({ labelData: textLabel('x') });
    await rig.trigger();
    await rig.controller.appliedSettings.put('Line 1', {
      bounceTime: 500,
      whenDataIsMissing: 'continue',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
    await expect(rig.trigger()).resolves.toEqual({ result: 'bounced' });
  });

  it('have their defaults when the stored values are invalid', async () => {
    await rig.controller.settings.put('bounceTime/Line 1', 'soon');
    await rig.controller.settings.put('whenDataIsMissing/Line 1', 'panic');
    await rig.restart();
    expect(rig.controller.appliedSettings.get('Line 1')).toEqual({
      bounceTime: 20,
      whenDataIsMissing: 'continue',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
  });
});
