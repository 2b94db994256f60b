import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

describe('after a kill', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial', copies: 3 });
  });
  afterEach(() => rig.close());

  /** Kills the controller at the moment when a print gets into this state. */
  async function killWhen(state: 'reserved' | 'sent'): Promise<void> {
    const { engine } = rig.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockReturnValueOnce(new Promise(() => undefined));
    rig.clock.advance(100);
    void rig.controller.printing.trigger('Line 1').catch(() => undefined);
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 sent']));
    if (state === 'reserved') await rig.db.updateTable('prints').set({ state }).execute();
    await rig.restart();
  }

  it('A1 between reserve and send the print is void, its value is never used again, and its copy is owed', async () => {
    await killWhen('reserved');
    for (let copy = 0; copy < 3; copy++) await rig.trigger();
    await rig.finishPrints();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect({ serials: await rig.serials(), reason: (await rig.prints())[0]?.reason }).toEqual({
      serials: ['1 void', '2 printed', '3 printed', '4 printed'],
      reason: 'not sent before the restart',
    });
  });

  it('A2 between send and confirm the print is unknown, and its value is never used again', async () => {
    await rig.db.updateTable('print_counters').set({ engine_marks: null }).execute();
    await killWhen('sent');
    await rig.trigger();
    await rig.finishPrints();
    expect({ serials: await rig.serials(), reason: (await rig.prints())[0]?.reason }).toEqual({
      serials: ['1 unknown', '2 printed'],
      reason: 'the controller stopped before the engine confirmed',
    });
  });

  it('the counts are unchanged', async () => {
    await rig.trigger();
    await rig.finishPrints();
    const before = await rig.controller.history.counters('Line 1');
    await rig.restart();
    await expect(rig.controller.history.counters('Line 1')).resolves.toEqual(before);
  });

  it('I8 the ledger check finds no difference', async () => {
    await rig.trigger();
    await rig.finishPrints();
    await rig.trigger();
    const error = vi.fn();
    await rig.restart({ log: { info: () => undefined, warn: () => undefined, error } });
    expect(error).not.toHaveBeenCalled();
  });

  it.each([
    ['a print that is gone', (rig: PrintingRig) => rig.db.deleteFrom('prints').where('id', '=', 1)],
    ['a count that was changed', (rig: PrintingRig) => rig.db.updateTable('print_counters').set({ printed_labels: 9 })],
    ['a history that was changed', (rig: PrintingRig) => rig.db.deleteFrom('history_minutes')],
    ['a job with another count', (rig: PrintingRig) => rig.db.updateTable('jobs').set({ printed: 9 })],
  ])('I8 reports a ledger that differs by %s', async (_difference, change) => {
    await rig.trigger();
    await rig.trigger();
    await rig.finishPrints();
    await change(rig).execute();
    const error = vi.fn();
    await rig.restart({ log: { info: () => undefined, warn: () => undefined, error } });
    expect(error).toHaveBeenCalledWith(expect.stringContaining('The ledger is inconsistent'));
  });
});

describe('a counter value', () => {
  const step = fc.constantFrom('trigger 1', 'trigger 2', 'both', 'refused', 'lost', 'abort', 'select', 'kill', 'finish');

  async function take(rig: PrintingRig, action: string): Promise<void> {
    const { printing, printers } = rig.controller;
    const quiet = (work: Promise<unknown>) => work.catch(() => undefined);
    rig.clock.advance(30);
    if (action === 'refused') vi.spyOn(printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'full'));
    if (action === 'lost') vi.spyOn(printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new Error('no answer'));
    if (['trigger 1', 'refused', 'lost', 'both', 'kill'].includes(action)) void quiet(printing.trigger('Line 1'));
    if (['trigger 2', 'both'].includes(action)) void quiet(printing.trigger('Line 2'));
    if (action === 'abort') await quiet(printing.abort('Line 1'));
    if (action === 'select') for (const line of ['Line 1', 'Line 2']) await rig.select({ labelName: 'Serial', copies: 5 }, line);
    if (action === 'kill') await rig.restart();
    if (action === 'finish') rig.clock.advance(1_000);
  }

  it('I2 is never in two prints, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (actions) => {
        const rig = await PrintingRig.build();
        await rig.putCounter('serial');
        await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
        for (const action of ['select', ...actions, 'kill']) await take(rig, action);
        const values = (await rig.prints()).map((print) => print.counters[0]?.value);
        await rig.controller.stop();
        await rig.close();
        expect(new Set(values).size).toBe(values.length);
      }),
      { numRuns: propertyRuns(25) },
    );
  }, 60_000);
});
