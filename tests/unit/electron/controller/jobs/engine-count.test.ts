import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { judgeByCount } from '#controller/ledger/engine-count.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

const LINE = 'Line 1';

describe("the engine's own count", () => {
  let plant: Plant;
  let listening: MockInstance<VirtualEngine['listen']>;

  beforeEach(async () => {
    listening = vi.spyOn(VirtualEngine.prototype, 'listen');
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await plant.select({ labelName: 'Serial', copies: 5 });
    await plant.trigger();
    await plant.finishPrints();
  });
  afterEach(async () => {
    listening.mockRestore();
    await plant.close();
  });

  /** Who hears what the engine of the first line says. */
  const heard = () => listening.mock.calls[0]![0];
  const engine = () => plant.controller.printers.get(LINE).engine;
  const errors = async () => (await plant.controller.printing.status(LINE)).errors;
  const resolved = async () => (await plant.prints()).slice(1).map(({ state, reason, resolvedBy }) => ({ state, reason, by: resolvedBy }));

  /** From now on the controller hears nothing of its engine. */
  function deafen(): void {
    const nothing = () => undefined;
    engine().listen({ triggered: nothing, distancePassed: nothing, printed: nothing, failed: nothing, conditionChanged: nothing });
  }

  it('A2 says after a kill that a print was made before the controller heard of it', async () => {
    await plant.trigger();
    deafen();
    plant.clock.advance(1_000);
    await plant.restart();
    await untilHolds(async () => expect(await resolved()).toEqual([{ state: 'printed', reason: undefined, by: 'engine' }]));
    const { printedLabels } = await plant.controller.history.counters(LINE);
    expect({ printedLabels, errors: await errors() }).toEqual({ printedLabels: 2, errors: [] });
  });

  it('A2 says after a kill that a print was not made, and its copy is owed', async () => {
    await plant.trigger();
    await plant.restart();
    const reason = "the printer's own count says that it was not made";
    await untilHolds(async () => expect(await resolved()).toEqual([{ state: 'void', reason, by: 'engine' }]));
    const { job } = await plant.controller.printing.status(LINE);
    expect({ errors: await errors(), started: job?.started }).toEqual({ errors: [], started: 2 });
    for (let copy = 0; copy < 4; copy += 1) {
      await plant.trigger();
      await plant.finishPrints();
    }
    expect(await plant.serials()).toEqual(['1 printed', '2 void', '3 printed', '4 printed', '5 printed', '6 printed']);
  });

  it('tells which of several prints were made before a kill', async () => {
    for (let print = 0; print < 3; print += 1) await plant.controller.printing.trigger(LINE).then(() => plant.clock.advance(25));
    deafen();
    plant.clock.advance(20);
    const made = engine().count!()! - 1;
    await plant.restart();
    const states = ['printed', 'printed', 'printed'].map((state, place) => (place < made ? state : 'void'));
    await untilHolds(async () => expect((await resolved()).map(({ state }) => state)).toEqual(states));
    expect(made).toBeGreaterThan(0);
  });

  it('keeps when the print became unknown and why', async () => {
    await plant.trigger();
    await plant.restart();
    await untilHolds(async () => expect((await plant.prints())[1]?.state).toBe('void'));
    const { moves } = await plant.controller.prints.get(2);
    expect(moves.slice(1)).toMatchObject([
      { state: 'sent', at: '2026-11-21T06:00:04.200Z' },
      { state: 'unknown', at: '2026-11-21T06:00:04.200Z', reason: 'the controller stopped before the engine confirmed' },
      { state: 'void', by: 'engine', reason: "the printer's own count says that it was not made" },
    ]);
  });

  it('I5 is an alarm when it has marks that no print explains, and changes no print', async () => {
    vi.spyOn(engine(), 'count').mockReturnValue(4);
    await plant.controller.printing.abort(LINE);
    expect({ errors: await errors(), prints: await plant.serials() }).toEqual({
      errors: ['The printer counts 3 marks more than were confirmed, which no print explains.'],
      prints: ['1 printed'],
    });
  });

  it('D4 is an alarm when it went back, and the print on its way stays unknown', async () => {
    await plant.trigger();
    vi.spyOn(engine(), 'abort').mockResolvedValue([]);
    vi.spyOn(engine(), 'count').mockReturnValue(0);
    await plant.controller.printing.abort(LINE);
    expect({ errors: await errors(), prints: await plant.serials() }).toEqual({
      errors: [
        'Nobody knows of 1 print whether it was made: look, and say so.',
        "The printer's own count went back from 1 to 0: it was reset, or it is another printer.",
      ],
      prints: ['1 printed', '2 unknown'],
    });
  });

  it('D4 is an alarm when it begins anew while the line prints, and totals only grow', async () => {
    await plant.trigger();
    heard().printed(2, 1);
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 printed', '2 printed']));
    expect({ errors: await errors(), printed: (await plant.controller.history.counters(LINE)).printedLabels }).toEqual({
      errors: ["The printer's own count went back from 2 to 1: it was reset, or it is another printer."],
      printed: 2,
    });
  });

  it('D2 nothing is sent again whose answer was lost; the count says later that it was made', async () => {
    const send = engine().send.bind(engine());
    const sending = vi.spyOn(engine(), 'send').mockImplementationOnce(async (print) => {
      await send(print);
      throw new Error('the answer was lost');
    });
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    deafen();
    plant.clock.advance(1_000);
    expect(await plant.serials()).toEqual(['1 printed', '2 unknown']);
    await plant.restart();
    await untilHolds(async () => expect(await plant.serials()).toEqual(['1 printed', '2 printed']));
    expect(sending).toHaveBeenCalledOnce();
  });
});

describe('judgeByCount', () => {
  const unknown = (...moments: number[]) => moments.map((unknown_since, place) => ({ id: place + 1, unknown_since }));

  it.each([
    [
      { counted: 10, accounted: 10, unknown: unknown(1, 1) },
      { printed: [], voided: [1, 2] },
    ],
    [
      { counted: 12, accounted: 10, unknown: unknown(1, 1) },
      { printed: [1, 2], voided: [] },
    ],
    [
      { counted: 11, accounted: 10, unknown: unknown(1, 1) },
      { printed: [1], voided: [2] },
    ],
    [
      { counted: 12, accounted: 10, unknown: unknown(1, 5) },
      { printed: [1, 2], voided: [] },
    ],
    [
      { counted: 10, accounted: 10, unknown: [] },
      { printed: [], voided: [] },
    ],
  ])('of %j says %j', (reading, verdict) => {
    expect(judgeByCount(reading)).toEqual(verdict);
  });

  it.each([
    [
      { counted: 11, accounted: 10, unknown: unknown(1, 5) },
      'The printer made 1 of the 2 unknown prints, and its count does not tell which.',
    ],
    [
      { counted: 13, accounted: 10, unknown: unknown(1, 1) },
      'The printer counts 3 marks more than were confirmed, which only 2 unknown prints could explain.',
    ],
    [{ counted: 11, accounted: 10, unknown: [] }, 'The printer counts 1 mark more than were confirmed, which no print explains.'],
    [
      { counted: 3, accounted: 10, unknown: unknown(1) },
      "The printer's own count went back from 10 to 3: it was reset, or it is another printer.",
    ],
  ])('of %j says nothing but what a person has to look at', (reading, fault) => {
    expect(judgeByCount(reading)).toEqual({ printed: [], voided: [], fault });
  });
});
