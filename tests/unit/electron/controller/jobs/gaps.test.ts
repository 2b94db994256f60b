import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { Plant, textLabel } from './plant.ts';

const SERIAL = textLabel('{COUNTER;serial}');
const BUFFER_FULL = '"Line 1" did not take the print: Its buffer is full.';
const NOTHING = 'Nothing is selected on "Line 1".';

describe('a trigger that makes no print', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', SERIAL);
  });
  afterEach(() => plant.close());

  const settle = async (trigger: Promise<unknown>) => trigger.catch((error: unknown) => error);
  const reasons = async (printer = 'Line 1') =>
    (await plant.controller.gaps.page(printer, { limit: 50 })).gaps.map(({ reason }) => reason).reverse();
  const refuseNext = () =>
    vi
      .spyOn(plant.controller.printers.get('Line 1').engine, 'send')
      .mockRejectedValueOnce(new EngineError('buffer-full', 'Its buffer is full.'));
  const stopWhenMissing = () => plant.controller.lineSettings.put('Line 1', { bounceTime: 20, whenDataIsMissing: 'stop' });

  it('D16 is a gap with its moment and its reason when nothing is selected', async () => {
    await settle(plant.trigger());
    const page = await plant.controller.gaps.page('Line 1', { limit: 50 });
    expect(page).toEqual({ gaps: [{ id: 1, at: new Date(plant.clock.wall).toISOString(), reason: NOTHING }], next: null });
  });

  it('D16 names the job when its label cannot be drawn, and neither repeats nor spends a serial', async () => {
    const job = await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial} {VARIABLE;gone}'));
    await settle(plant.trigger());
    await plant.controller.labels.put('Serial', SERIAL);
    await plant.trigger();
    await plant.finishPrints();
    const { gaps } = await plant.controller.gaps.page('Line 1', { limit: 50 });
    expect({ gaps, serials: await plant.serials() }).toMatchObject({
      gaps: [{ job: job?.id, reason: 'Text (/objs/1): There is no variable "gone" (at character 18)' }],
      serials: ['1 printed', '2 printed'],
    });
  });

  it('D16 is a gap when the buffer of the engine is full: the value stays spent, the next product gets the next one', async () => {
    await plant.select({ labelName: 'Serial', copies: 2 });
    refuseNext();
    await settle(plant.trigger());
    await plant.trigger();
    await plant.finishPrints();
    expect({ reasons: await reasons(), serials: await plant.serials() }).toEqual({
      reasons: [BUFFER_FULL],
      serials: ['1 void', '2 printed'],
    });
  });

  it('D16 is a gap when it comes too fast, and when the printer cannot print', async () => {
    await plant.select({ labelName: 'Serial' });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const printer = plant.controller.printers.get('Line 1');
    vi.spyOn(printer.engine, 'send').mockReturnValueOnce(promise);
    const triggers = Array.from({ length: 17 }, () => settle(plant.controller.printing.trigger('Line 1')));
    await triggers.at(-1);
    resolve(undefined);
    await Promise.all(triggers);
    vi.spyOn(printer, 'canPrint').mockReturnValueOnce(false);
    await settle(plant.trigger());
    expect(await reasons()).toEqual([
      '"Line 1" has not begun with the 16 triggers before this one: a print now would come too late.',
      '"Line 1" cannot print now: it is STARTED.',
    ]);
  });

  it('D15 is a gap when an abort came before its print was sent', async () => {
    await plant.select({ labelName: 'Serial' });
    plant.clock.advance(100);
    const trigger = settle(plant.controller.printing.trigger('Line 1'));
    await plant.controller.printing.abort('Line 1');
    await trigger;
    expect(await reasons()).toEqual(['"Line 1" cannot print now: printing was aborted while this trigger was on its way.']);
  });

  it('is no gap when it bounced, and none when nobody can say whether it printed', async () => {
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.controller.printing.trigger('Line 1');
    vi.spyOn(plant.controller.printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await settle(plant.trigger());
    await plant.finishPrints();
    expect({ reasons: await reasons(), serials: await plant.serials() }).toEqual({ reasons: [], serials: ['1 printed', '2 unknown'] });
  });

  it('counts neither as a trigger nor as a bounce', async () => {
    await settle(plant.trigger());
    await expect(plant.controller.history.counters('Line 1')).resolves.toEqual({ triggers: 0, triggerBounces: 0, printedLabels: 0 });
  });

  it('still tells its own failure when the gap cannot be written down', async () => {
    vi.spyOn(plant.controller.gaps, 'record').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
  });

  it('belongs to its own printer', async () => {
    await settle(plant.trigger('Line 2'));
    expect([await reasons(), await reasons('Line 2')]).toEqual([[], ['Nothing is selected on "Line 2".']]);
  });

  describe('where the line is to stop', () => {
    const conveyor = { running: true, productsPerMinute: 60 };

    beforeEach(async () => {
      await stopWhenMissing();
      await plant.select({ labelName: 'Serial' });
      plant.controller.printers.setConveyor('Line 1', conveyor);
    });

    it('D16 stops the conveyor, says why, and refuses every trigger after it', async () => {
      refuseNext();
      await settle(plant.trigger());
      const refused = await settle(plant.trigger());
      const { conveyor: seen, errors, ragStatus } = await plant.controller.printing.status('Line 1');
      const why = `The line was stopped because a product came that was not printed: ${BUFFER_FULL}`;
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
      const first = settle(plant.controller.printing.trigger('Line 1'));
      const second = settle(plant.controller.printing.trigger('Line 1'));
      await Promise.all([first, second]);
      expect(await plant.serials()).toEqual(['1 void']);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a selection', () => plant.select({ labelName: 'Serial' })],
      ['a job behind the present one', () => plant.select({ labelName: 'Serial', queue: true })],
      ['an abort', () => plant.controller.printing.abort('Line 1')],
      ['a deselection', () => plant.select({})],
    ])('goes on after %s', async (_act, act) => {
      refuseNext();
      await settle(plant.trigger());
      await act();
      await plant.select({ labelName: 'Serial' });
      await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
    });

    it('is not stopped by a trigger that an abort overtook', async () => {
      plant.clock.advance(100);
      const trigger = settle(plant.controller.printing.trigger('Line 1'));
      await plant.controller.printing.abort('Line 1');
      await trigger;
      await plant.select({ labelName: 'Serial' });
      await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
    });
  });
});

describe('the settings of a printer', () => {
  let plant: Plant;
  beforeEach(async () => {
    plant = await Plant.build();
  });
  afterEach(() => plant.close());

  it('have their defaults until they are put, and outlive a restart', async () => {
    const before = plant.controller.lineSettings.get('Line 1');
    await plant.controller.lineSettings.put('Line 1', { bounceTime: 500, whenDataIsMissing: 'stop' });
    await plant.restart();
    const { lineSettings } = plant.controller;
    expect([before, lineSettings.get('Line 1'), lineSettings.get('Line 2')]).toEqual([
      { bounceTime: 20, whenDataIsMissing: 'gap' },
      { bounceTime: 500, whenDataIsMissing: 'stop' },
      { bounceTime: 20, whenDataIsMissing: 'gap' },
    ]);
  });

  it('stay what they were where their change is taken back, also for whoever looks at them in between', async () => {
    const { lineSettings } = plant.controller;
    const before = lineSettings.get('Line 1');
    const after = { bounceTime: 500, whenDataIsMissing: 'stop' } as const;
    const change = inTransaction(plant.db, async (trx) => {
      await lineSettings.put('Line 1', after, trx);
      expect([lineSettings.get('Line 1'), await lineSettings.read('Line 1', trx)]).toEqual([before, after]);
      throw new Error('the disk is full');
    });
    await expect(change).rejects.toThrow('the disk is full');
    expect([lineSettings.get('Line 1'), await lineSettings.read('Line 1')]).toEqual([before, before]);
  });

  it('hold from the next trigger on', async () => {
    await plant.select({ labelData: textLabel('x') });
    await plant.trigger();
    await plant.controller.lineSettings.put('Line 1', { bounceTime: 500, whenDataIsMissing: 'gap' });
    await expect(plant.trigger()).resolves.toEqual({ result: 'bounced' });
  });

  it('have their defaults where something else is stored', async () => {
    await plant.controller.settings.put('bounceTime/Line 1', 'soon');
    await plant.controller.settings.put('whenDataIsMissing/Line 1', 'panic');
    await plant.restart();
    expect(plant.controller.lineSettings.get('Line 1')).toEqual({ bounceTime: 20, whenDataIsMissing: 'gap' });
  });
});
