import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

describe('after a kill', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial', copies: 3 });
  });
  afterEach(() => plant.close());

  /** Kills the controller at the moment when a print gets into this state. */
  async function killWhen(state: 'reserved' | 'sent'): Promise<void> {
    const { engine } = plant.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockReturnValueOnce(new Promise(() => undefined));
    plant.clock.advance(100);
    void plant.controller.printing.trigger('Line 1').catch(() => undefined);
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 sent']));
    if (state === 'reserved') await plant.db.updateTable('prints').set({ state }).execute();
    await plant.restart();
  }

  it('A1 between reserve and send the print is void, its value is never used again, and its copy is owed', async () => {
    await killWhen('reserved');
    for (let copy = 0; copy < 3; copy++) await plant.trigger();
    await plant.finishPrints();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect({ serials: await plant.serials(), reason: (await plant.prints())[0]?.reason }).toEqual({
      serials: ['1 void', '2 printed', '3 printed', '4 printed'],
      reason: 'not sent before the restart',
    });
  });

  it('A2 between send and confirm the print is unknown, and its value is never used again', async () => {
    await plant.db.updateTable('print_counters').set({ engine_marks: null }).execute();
    await killWhen('sent');
    await plant.trigger();
    await plant.finishPrints();
    expect({ serials: await plant.serials(), reason: (await plant.prints())[0]?.reason }).toEqual({
      serials: ['1 unknown', '2 printed'],
      reason: 'the controller stopped before the engine confirmed',
    });
  });

  it('counts are what they were', async () => {
    await plant.trigger();
    await plant.finishPrints();
    const before = await plant.controller.history.counters('Line 1');
    await plant.restart();
    await expect(plant.controller.history.counters('Line 1')).resolves.toEqual(before);
  });

  it('I8 the accounts of the ledger agree', async () => {
    await plant.trigger();
    await plant.finishPrints();
    await plant.trigger();
    const error = vi.fn();
    await plant.restart({ log: { info: () => undefined, warn: () => undefined, error } });
    expect(error).not.toHaveBeenCalled();
  });

  it.each([
    ['a print that is gone', (plant: Plant) => plant.db.deleteFrom('prints').where('id', '=', 1)],
    ['a count that was changed', (plant: Plant) => plant.db.updateTable('print_counters').set({ printed_labels: 9 })],
    ['a history that was changed', (plant: Plant) => plant.db.deleteFrom('history_minutes')],
    ['a job that counts otherwise', (plant: Plant) => plant.db.updateTable('jobs').set({ printed: 9 })],
  ])('I8 says so when the accounts of the ledger differ by %s', async (_difference, change) => {
    await plant.trigger();
    await plant.trigger();
    await plant.finishPrints();
    await change(plant).execute();
    const error = vi.fn();
    await plant.restart({ log: { info: () => undefined, warn: () => undefined, error } });
    expect(error).toHaveBeenCalledWith(expect.stringContaining('the accounts of the ledger differ'));
  });
});

describe('a counter value', () => {
  const step = fc.constantFrom('trigger 1', 'trigger 2', 'both', 'refused', 'lost', 'abort', 'select', 'kill', 'finish');

  async function take(plant: Plant, action: string): Promise<void> {
    const { printing, printers } = plant.controller;
    const quiet = (work: Promise<unknown>) => work.catch(() => undefined);
    plant.clock.advance(30);
    if (action === 'refused') vi.spyOn(printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'full'));
    if (action === 'lost') vi.spyOn(printers.get('Line 1').engine, 'send').mockRejectedValueOnce(new Error('no answer'));
    if (['trigger 1', 'refused', 'lost', 'both', 'kill'].includes(action)) void quiet(printing.trigger('Line 1'));
    if (['trigger 2', 'both'].includes(action)) void quiet(printing.trigger('Line 2'));
    if (action === 'abort') await quiet(printing.abort('Line 1'));
    if (action === 'select') for (const line of ['Line 1', 'Line 2']) await plant.select({ labelName: 'Serial', copies: 5 }, line);
    if (action === 'kill') await plant.restart();
    if (action === 'finish') plant.clock.advance(1_000);
  }

  it('I2 is never in two prints, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (actions) => {
        const plant = await Plant.build();
        await plant.putCounter('serial');
        await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
        for (const action of ['select', ...actions, 'kill']) await take(plant, action);
        const values = (await plant.prints()).map((print) => print.counters[0]?.value);
        await plant.controller.stop();
        await plant.close();
        expect(new Set(values).size).toBe(values.length);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
