import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Controller } from '#controller/controller.ts';
import { EngineError } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

const SERIAL = textLabel('{COUNTER;serial}');

describe('printing', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', SERIAL);
  });
  afterEach(() => plant.close());

  it('prints a serial per trigger, each once, and counts them', async () => {
    await plant.select({ labelName: 'Serial' });
    for (let trigger = 0; trigger < 3; trigger++) await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
    await plant.finishPrints();
    const { history, counters } = plant.controller;
    expect({
      serials: await plant.serials(),
      counts: await history.counters('Line 1'),
      history: (await history.read('Line 1', { resolution: 'DAYS' })).count,
      counter: (await counters.get('serial')).value,
      marks: readdirSync(join(plant.folder, 'marks', '1')).filter((name) => name.endsWith('.png')).length,
    }).toEqual({
      serials: ['1 printed', '2 printed', '3 printed'],
      counts: { triggers: 3, triggerBounces: 0, printedLabels: 3 },
      history: [3],
      counter: 4,
      marks: 3,
    });
  });

  it.each([
    [{}, 0],
    [{ printDelay: 12.5 }, 12.5],
    [{ margin: 7 }, 7],
    [{ printDelay: 3, margin: 7 }, 3],
  ])('hands the delay of the label to the engine: %j', async (delays, printDelay) => {
    await plant.select({ labelData: { ...SERIAL, ...delays } });
    const send = vi.spyOn(plant.controller.printers.get('Line 1').engine, 'send');
    await plant.trigger();
    expect(send.mock.calls).toMatchObject([[{ printDelay }]]);
  });

  it('counts a trigger within the bounce time and does not print it', async () => {
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    plant.clock.advance(19);
    await expect(plant.controller.printing.trigger('Line 1')).resolves.toEqual({ result: 'bounced' });
    plant.clock.advance(1);
    await expect(plant.controller.printing.trigger('Line 1')).resolves.toEqual({ result: 'printing' });
    await expect(plant.controller.history.counters('Line 1')).resolves.toMatchObject({ triggers: 2, triggerBounces: 1 });
  });

  it('takes the bounce time of a printer from its setting', async () => {
    await plant.controller.settings.put('bounceTime/Line 1', '500');
    await plant.restart();
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await expect(plant.trigger()).resolves.toEqual({ result: 'bounced' });
  });

  it('lets only one of two triggers at the same moment print', async () => {
    await plant.select({ labelName: 'Serial' });
    const results = await Promise.all([plant.controller.printing.trigger('Line 1'), plant.controller.printing.trigger('Line 1')]);
    expect(results.map(({ result }) => result)).toEqual(['printing', 'bounced']);
  });

  it('refuses a trigger when nothing is selected, and counts none', async () => {
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected', message: 'Nothing is selected on "Line 1".' });
    await expect(plant.controller.history.counters('Line 1')).resolves.toMatchObject({ triggers: 0 });
  });

  it('refuses a trigger of a printer that cannot print, naming state and errors', async () => {
    await plant.select({ labelName: 'Serial' });
    vi.spyOn(plant.controller.printers.get('Line 1'), 'condition').mockReturnValue({
      state: 'ERROR',
      errors: ['Ink supply IS1 is empty: refill it to go on.'],
      ink: [],
      conveyor: undefined,
    });
    vi.spyOn(plant.controller.printers.get('Line 1'), 'canPrint').mockReturnValue(false);
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: it is ERROR. Ink supply IS1 is empty: refill it to go on.',
    });
  });

  it('refuses a trigger of a printer that is not there', async () => {
    await expect(plant.trigger('Line 9')).rejects.toMatchObject({ slug: 'not-found', message: 'There is no printer "Line 9".' });
  });

  it('spends the value of a print that the engine refused, and owes its copy', async () => {
    await plant.select({ labelName: 'Serial', copies: 2 });
    const { engine } = plant.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'Its buffer is full.'));
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-buffer-full',
      message: '"Line 1" did not take the print: Its buffer is full.',
    });
    await plant.trigger();
    await plant.trigger();
    await plant.finishPrints();
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await plant.serials()).toEqual(['1 void', '2 printed', '3 printed']);
  });

  it('owes the copy of a last print that failed after the job was done', async () => {
    await plant.select({ labelName: 'Serial', copies: 1 });
    const { engine } = plant.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new EngineError('device-failed', 'The head is off.'));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await plant.trigger();
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 void', '2 printed']);
  });

  it('calls a print unknown when the engine does not say whether it took it', async () => {
    await plant.select({ labelName: 'Serial' });
    const { engine } = plant.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    expect(await plant.prints()).toMatchObject([{ state: 'unknown', reason: 'the cable was pulled' }]);
  });

  it('D1 gives an engine that never answers a limit, and calls its print unknown', async () => {
    await plant.select({ labelName: 'Serial' });
    const { engine } = plant.controller.printers.get('Line 1');
    const send = vi.spyOn(engine, 'send').mockReturnValueOnce(new Promise(() => undefined));
    const trigger = expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await untilHolds(() => expect(send).toHaveBeenCalled());
    plant.clock.advance(5_000);
    await trigger;
    expect(await plant.serials()).toEqual(['1 unknown']);
  });

  it('takes a late confirmation of an unknown print', async () => {
    await plant.select({ labelName: 'Serial' });
    const { engine } = plant.controller.printers.get('Line 1');
    const send = engine.send.bind(engine);
    vi.spyOn(engine, 'send').mockImplementationOnce(async (print) => {
      await send(print);
      throw new Error('the answer was lost');
    });
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    plant.clock.advance(1_000);
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 printed']));
  });

  it('reserves durably and says sent before the engine gets a byte', async () => {
    await plant.select({ labelName: 'Serial' });
    const { engine } = plant.controller.printers.get('Line 1');
    const seen: string[][] = [];
    vi.spyOn(engine, 'send').mockImplementationOnce(async () => {
      seen.push(await plant.serials());
    });
    await plant.trigger();
    expect({ seen, next: (await plant.controller.counters.get('serial')).value }).toEqual({ seen: [['1 sent']], next: 2 });
  });

  it('spends nothing on a label that cannot be drawn any more', async () => {
    await plant.select({ labelName: 'Serial' });
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial} {VARIABLE;gone}'));
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: Text (/objs/1): There is no variable "gone" (at character 18)',
    });
    expect({ prints: await plant.serials(), next: (await plant.controller.counters.get('serial')).value }).toEqual({ prints: [], next: 1 });
  });

  it('prints a label as it was changed after the selection', async () => {
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial} of the second'));
    await plant.trigger();
    const hashes = (await plant.prints()).map((print) => print.pictureHash);
    expect(new Set(hashes).size).toBe(2);
  });

  it('draws every print again to the same bits', async () => {
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial} {HOUR}:{MINUTE}:{SECOND}'));
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.controller.labels.put('Serial', textLabel('something else'));
    plant.clock.advance(86_400_000);
    const picture = await plant.controller.prints.picture((await plant.prints())[0]!.id);
    expect(picture).toMatchObject({ hdpi: 300, vdpi: 300, planes: [{ width: 236, height: 118 }] });
  });

  it('refuses to pass off another picture as the one that was printed', async () => {
    await plant.select({ labelName: 'Serial' });
    await plant.trigger();
    await plant.db.updateTable('prints').set({ picture_hash: 'another' }).execute();
    await expect(plant.controller.prints.picture(1)).rejects.toMatchObject({
      slug: 'internal',
      message: expect.stringContaining('another') as string,
    });
  });

  it('prints on two printers at once, never the same serial', async () => {
    await plant.select({ labelName: 'Serial' }, 'Line 1');
    await plant.select({ labelName: 'Serial' }, 'Line 2');
    for (let round = 0; round < 5; round++) {
      plant.clock.advance(100);
      await Promise.all([plant.controller.printing.trigger('Line 1'), plant.controller.printing.trigger('Line 2')]);
    }
    const values = (await plant.prints()).map((print) => print.counters[0]!.value);
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('D16 refuses triggers that would wait too long, and spends nothing on them', async () => {
    await plant.select({ labelName: 'Serial' });
    const { engine } = plant.controller.printers.get('Line 1');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    vi.spyOn(engine, 'send').mockReturnValueOnce(promise);
    const triggers = Array.from({ length: 17 }, () => plant.controller.printing.trigger('Line 1'));
    await expect(triggers.at(-1)).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    resolve(undefined);
    const results = await Promise.all(triggers.slice(0, -1));
    expect(results.filter(({ result }) => result === 'printing')).toHaveLength(1);
  });

  it('D16 refuses a trigger while the printer holds all that it can, spends nothing on it, and goes on once a mark is confirmed', async () => {
    await plant.controller.labels.put('Far away', textLabel('{COUNTER;serial}', { printDelay: 5_000 }));
    await plant.select({ labelName: 'Far away' });
    for (let print = 1; print <= 8; print++) await plant.trigger();
    await expect(plant.trigger()).rejects.toMatchObject({
      slug: 'printer-buffer-full',
      message: '"Line 1" holds 8 prints that it has not confirmed: it takes no more.',
    });
    plant.clock.advance(100_000);
    await plant.finishPrints();
    await plant.trigger();
    expect((await plant.serials()).slice(-2)).toEqual(['8 printed', '9 sent']);
  });

  describe('by photocell', () => {
    const conveyor = { running: true, productsPerMinute: 60 };

    it('prints once per product', async () => {
      await plant.select({ labelName: 'Serial' });
      plant.controller.printers.setConveyor('Line 1', conveyor);
      for (let product = 1; product <= 3; product++) {
        plant.clock.advance(1_000);
        await untilHolds(async () => expect((await plant.serials()).at(-1)).toBe(`${product} sent`));
      }
      plant.controller.printers.setConveyor('Line 1', { ...conveyor, running: false });
      await plant.finishPrints();
      expect(await plant.serials()).toEqual(['1 printed', '2 printed', '3 printed']);
    });

    it('shows a product that was not printed as the condition of the printer, until the next print', async () => {
      plant.controller.printers.setConveyor('Line 1', conveyor);
      plant.clock.advance(1_000);
      const { printing } = plant.controller;
      await untilHolds(async () => expect((await printing.status('Line 1')).errors).not.toEqual([]));
      const missed = await printing.status('Line 1');
      await plant.select({ labelName: 'Serial' });
      const { errors } = await printing.status('Line 1');
      expect([missed.errors, missed.ragStatus, errors]).toEqual([
        ['A product passed and was not printed: Nothing is selected on "Line 1".'],
        'AMBER',
        [],
      ]);
    });
  });

  describe('when the controller stops', () => {
    /** Stops it, and goes on once it waits for what is under way on both lines; the clock stands still. */
    const stopUntilItWaits = async () => {
      const timers = vi.spyOn(plant.clock, 'setTimeout');
      const stopped = plant.controller.stop();
      await untilHolds(() => expect(timers.mock.calls.filter(([, delay]) => delay === 3_000)).toHaveLength(2));
      return { stopped };
    };

    it('A14 lets a print that is under way finish', async () => {
      await plant.select({ labelName: 'Serial' });
      await plant.trigger();
      const { stopped } = await stopUntilItWaits();
      plant.clock.advance(100);
      await stopped;
      expect(await plant.serials()).toEqual(['1 printed']);
    });

    it('A14 makes void what does not finish in time, and owes its copy', async () => {
      await plant.select({ labelName: 'Serial', copies: 1 });
      const { engine } = plant.controller.printers.get('Line 1');
      vi.spyOn(engine, 'send').mockResolvedValueOnce(undefined);
      vi.spyOn(engine, 'abort').mockResolvedValueOnce([1]);
      await plant.trigger();
      const { stopped } = await stopUntilItWaits();
      plant.clock.advance(3_000);
      await stopped;
      expect(await plant.prints()).toMatchObject([{ state: 'void', reason: 'the controller stopped' }]);
      await plant.restart();
      await expect(plant.trigger()).resolves.toEqual({ result: 'printing' });
    });

    it.each([
      ['while its last answers are on their way', (controller: Controller) => controller.printing.takeNoMore()],
      ['once it has stopped', (controller: Controller) => controller.stop()],
    ])('A14 takes no trigger any more %s', async (_when, stop) => {
      await plant.select({ labelName: 'Serial' });
      await stop(plant.controller);
      await expect(plant.trigger()).rejects.toMatchObject({
        slug: 'printer-cannot-print',
        message: '"Line 1" cannot print now: the controller is stopping.',
      });
    });
  });
});
