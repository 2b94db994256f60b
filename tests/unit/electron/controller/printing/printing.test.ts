import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Controller } from '#controller/controller.ts';
import { EngineError } from '#controller/engines/engine.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const SERIAL = textLabel('{COUNTER;serial}');

describe('printing', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', SERIAL);
  });
  afterEach(() => rig.close());

  it('prints a serial per trigger, each once, and counts them', async () => {
    await rig.select({ labelName: 'Serial' });
    for (let trigger = 0; trigger < 3; trigger++) await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    await rig.finishPrints();
    const { history, counters } = rig.controller;
    expect({
      serials: await rig.serials(),
      counts: await history.counters('Line 1'),
      history: (await history.read('Line 1', { resolution: 'DAYS' })).count,
      counter: (await counters.get('serial')).value,
      marks: readdirSync(join(rig.folder, 'marks', '1')).filter((name) => name.endsWith('.png')).length,
    }).toEqual({
      serials: ['1 printed', '2 printed', '3 printed'],
      counts: { triggers: 3, triggerBounces: 0, printedLabels: 3, handedOverLabels: 0 },
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
  ])('passes the print delay of the label to the engine: %j', async (delays, printDelay) => {
    await rig.select({ labelData: { ...SERIAL, ...delays } });
    const send = vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send');
    await rig.trigger();
    expect(send.mock.calls).toMatchObject([[{ printDelay }]]);
  });

  it('counts a trigger within the bounce time and does not print it', async () => {
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    rig.clock.advance(19);
    await expect(rig.controller.printing.trigger('Line 1')).resolves.toEqual({ result: 'bounced' });
    rig.clock.advance(1);
    await expect(rig.controller.printing.trigger('Line 1')).resolves.toEqual({ result: 'printing' });
    await expect(rig.controller.history.counters('Line 1')).resolves.toMatchObject({ triggers: 2, triggerBounces: 1 });
  });

  it('takes the bounce time of a printer from its setting', async () => {
    await rig.controller.settings.put('bounceTime/Line 1', '500');
    await rig.restart();
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await expect(rig.trigger()).resolves.toEqual({ result: 'bounced' });
  });

  it('lets only one of two triggers at the same moment print', async () => {
    await rig.select({ labelName: 'Serial' });
    const results = await Promise.all([rig.controller.printing.trigger('Line 1'), rig.controller.printing.trigger('Line 1')]);
    expect(results.map(({ result }) => result)).toEqual(['printing', 'bounced']);
  });

  it('refuses a trigger when nothing is selected, and counts none', async () => {
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected', message: 'Nothing is selected on "Line 1".' });
    await expect(rig.controller.history.counters('Line 1')).resolves.toMatchObject({ triggers: 0 });
  });

  it('refuses a trigger of a printer that cannot print, naming state and errors', async () => {
    // One print empties ink supplies of one dot.
    await rig.db
      .updateTable('printers')
      .set({ config: sql`json_set(config, '$.engine.dotsPerSupply', 1)` })
      .where('name', '=', 'Line 1')
      .execute();
    await rig.restart();
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.finishPrints();
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: Ink supply IS1 is empty: refill it to go on. Ink supply IS2 is empty: refill it to go on.',
    });
  });

  it('refuses a trigger of a printer that is not there', async () => {
    await expect(rig.trigger('Line 9')).rejects.toMatchObject({ slug: 'not-found', message: 'There is no printer "Line 9".' });
  });

  it('spends the value of a print that the engine refused, and owes its copy', async () => {
    await rig.select({ labelName: 'Serial', copies: 2 });
    const { engine } = rig.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new EngineError('buffer-full', 'Its buffer is full.'));
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-buffer-full',
      message: '"Line 1" did not take the print: Its buffer is full.',
    });
    await rig.trigger();
    await rig.trigger();
    await rig.finishPrints();
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'nothing-selected' });
    expect(await rig.serials()).toEqual(['1 void', '2 printed', '3 printed']);
  });

  it('owes the copy of a last print that failed after the job was done', async () => {
    await rig.select({ labelName: 'Serial', copies: 1 });
    const { engine } = rig.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new EngineError('device-failed', 'The head is off.'));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await rig.trigger();
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 void', '2 printed']);
  });

  it('marks a print unknown when the engine does not report whether it accepted it', async () => {
    await rig.select({ labelName: 'Serial' });
    const { engine } = rig.controller.printers.get('Line 1');
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    expect(await rig.prints()).toMatchObject([{ state: 'unknown', reason: 'the cable was pulled' }]);
  });

  it('D1 limits the wait for an engine that never answers, and marks its print unknown', async () => {
    await rig.select({ labelName: 'Serial' });
    const { engine } = rig.controller.printers.get('Line 1');
    const send = vi.spyOn(engine, 'send').mockReturnValueOnce(new Promise(() => undefined));
    const trigger = expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    await untilHolds(() => expect(send).toHaveBeenCalled());
    rig.clock.advance(5_000);
    await trigger;
    expect(await rig.serials()).toEqual(['1 unknown']);
  });

  it('accepts a late confirmation of an unknown print', async () => {
    await rig.select({ labelName: 'Serial' });
    const { engine } = rig.controller.printers.get('Line 1');
    const send = engine.send.bind(engine);
    vi.spyOn(engine, 'send').mockImplementationOnce(async (print) => {
      await send(print);
      throw new Error('the answer was lost');
    });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    rig.clock.advance(1_000);
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed']));
  });

  it('reserves durably and marks sent before the engine gets the print', async () => {
    await rig.select({ labelName: 'Serial' });
    const { engine } = rig.controller.printers.get('Line 1');
    const seen: string[][] = [];
    vi.spyOn(engine, 'send').mockImplementationOnce(async () => {
      seen.push(await rig.serials());
    });
    await rig.trigger();
    expect({ seen, next: (await rig.controller.counters.get('serial')).value }).toEqual({ seen: [['1 sent']], next: 2 });
  });

  it('spends nothing on a label that can no longer be drawn', async () => {
    await rig.select({ labelName: 'Serial' });
    await rig.changeLabel('Serial', textLabel('{COUNTER;serial} {VARIABLE;gone}'));
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-cannot-print',
      message: '"Line 1" cannot print now: Text (/objs/1): There is no variable "gone" (at character 18)',
    });
    expect({ prints: await rig.serials(), next: (await rig.controller.counters.get('serial')).value }).toEqual({ prints: [], next: 1 });
  });

  it('draws every print again to the same bits', async () => {
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial} {HOUR}:{MINUTE}:{SECOND}'));
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.controller.labels.put('Serial', textLabel('something else'));
    rig.clock.advance(86_400_000);
    const picture = await rig.controller.prints.picture((await rig.prints())[0]!.id);
    expect(picture).toMatchObject({ hdpi: 300, vdpi: 300, planes: [{ width: 236, height: 118 }] });
  });

  it('does not return a picture that differs from the printed one', async () => {
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.db.updateTable('prints').set({ picture_hash: 'another' }).execute();
    await expect(rig.controller.prints.picture(1)).rejects.toMatchObject({
      slug: 'internal',
      message: expect.stringContaining('another') as string,
    });
  });

  it('prints on two printers at once, never the same serial', async () => {
    await rig.select({ labelName: 'Serial' }, 'Line 1');
    await rig.select({ labelName: 'Serial' }, 'Line 2');
    for (let round = 0; round < 5; round++) {
      rig.clock.advance(100);
      await Promise.all([rig.controller.printing.trigger('Line 1'), rig.controller.printing.trigger('Line 2')]);
    }
    const values = (await rig.prints()).map((print) => print.counters[0]!.value);
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('D16 refuses triggers that would wait too long, and spends nothing on them', async () => {
    await rig.select({ labelName: 'Serial' });
    const { engine } = rig.controller.printers.get('Line 1');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    vi.spyOn(engine, 'send').mockReturnValueOnce(promise);
    const triggers = Array.from({ length: 17 }, () => rig.controller.printing.trigger('Line 1'));
    await expect(triggers.at(-1)).rejects.toMatchObject({ slug: 'printer-buffer-full' });
    resolve(undefined);
    const results = await Promise.all(triggers.slice(0, -1));
    expect(results.filter(({ result }) => result === 'printing')).toHaveLength(1);
  });

  it('D16 refuses a trigger while the printer buffer is full, spends nothing on it, and prints again once a print is confirmed', async () => {
    await rig.controller.labels.put('Far away', textLabel('{COUNTER;serial}', { printDelay: 5_000 }));
    await rig.select({ labelName: 'Far away' });
    for (let print = 1; print <= 8; print++) await rig.trigger();
    await expect(rig.trigger()).rejects.toMatchObject({
      slug: 'printer-buffer-full',
      message: '"Line 1" holds 8 unconfirmed prints and takes no more.',
    });
    rig.clock.advance(100_000);
    await rig.finishPrints();
    await rig.trigger();
    expect((await rig.serials()).slice(-2)).toEqual(['8 printed', '9 sent']);
  });

  describe('by photocell', () => {
    const conveyor = { running: true, productsPerMinute: 60 };

    it('prints once per product', async () => {
      await rig.select({ labelName: 'Serial' });
      rig.controller.printers.setConveyor('Line 1', conveyor);
      for (let product = 1; product <= 3; product++) {
        rig.clock.advance(1_000);
        await untilHolds(async () => expect((await rig.serials()).at(-1)).toBe(`${product} sent`));
      }
      rig.controller.printers.setConveyor('Line 1', { ...conveyor, running: false });
      await rig.finishPrints();
      expect(await rig.serials()).toEqual(['1 printed', '2 printed', '3 printed']);
    });

    it('shows a product that was not printed in the status, until the next print', async () => {
      rig.controller.printers.setConveyor('Line 1', conveyor);
      rig.clock.advance(1_000);
      const { printing } = rig.controller;
      await untilHolds(async () => expect((await printing.status('Line 1')).errors).not.toEqual([]));
      const missed = await printing.status('Line 1');
      await rig.select({ labelName: 'Serial' });
      const { errors } = await printing.status('Line 1');
      expect([missed.errors, missed.ragStatus, errors]).toEqual([
        ['A product was not printed: Nothing is selected on "Line 1".'],
        'AMBER',
        [],
      ]);
    });
  });

  describe('when the controller stops', () => {
    /** Stops the controller, and continues once it waits for prints in progress on both printers; the clock does not advance. */
    const stopUntilItWaits = async () => {
      const timers = vi.spyOn(rig.clock, 'setTimeout');
      const stopped = rig.controller.stop();
      await untilHolds(() => expect(timers.mock.calls.filter(([, delay]) => delay === 3_000)).toHaveLength(2));
      return { stopped };
    };

    it('A14 lets a print in progress finish', async () => {
      await rig.select({ labelName: 'Serial' });
      await rig.trigger();
      const { stopped } = await stopUntilItWaits();
      rig.clock.advance(100);
      await stopped;
      expect(await rig.serials()).toEqual(['1 printed']);
    });

    it('A14 voids a print that does not finish in time, and owes its copy', async () => {
      await rig.select({ labelName: 'Serial', copies: 1 });
      const { engine } = rig.controller.printers.get('Line 1');
      vi.spyOn(engine, 'send').mockResolvedValueOnce(undefined);
      vi.spyOn(engine, 'abort').mockResolvedValueOnce([1]);
      await rig.trigger();
      const { stopped } = await stopUntilItWaits();
      rig.clock.advance(3_000);
      await stopped;
      expect(await rig.prints()).toMatchObject([{ state: 'void', reason: 'the controller stopped' }]);
      await rig.restart();
      await expect(rig.trigger()).resolves.toEqual({ result: 'printing' });
    });

    it.each([
      ['while its last answers are on their way', (controller: Controller) => controller.printing.stopAccepting()],
      ['once it has stopped', (controller: Controller) => controller.stop()],
    ])('A14 refuses triggers %s', async (_when, stop) => {
      await rig.select({ labelName: 'Serial' });
      await stop(rig.controller);
      await expect(rig.trigger()).rejects.toMatchObject({
        slug: 'printer-cannot-print',
        message: '"Line 1" cannot print now: the controller is stopping.',
      });
    });
  });
});
