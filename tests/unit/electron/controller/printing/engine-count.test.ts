import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { judgeByCount } from '#controller/ledger/count-reconciliation.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';
import { worded } from '#support/worded.ts';

const LINE = 'Line 1';

describe("the engine's own count", () => {
  let rig: PrintingRig;
  let listening: MockInstance<VirtualEngine['listen']>;

  beforeEach(async () => {
    listening = vi.spyOn(VirtualEngine.prototype, 'listen');
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    await rig.select({ labelName: 'Serial', copies: 5 });
    await rig.trigger();
    await rig.finishPrints();
  });
  afterEach(async () => {
    listening.mockRestore();
    await rig.close();
  });

  /** The listener of the first printer's engine. */
  const heard = () => listening.mock.calls[0]![0];
  const engine = () => rig.controller.printers.get(LINE).engine;
  const errors = async () => (await rig.controller.printing.status(LINE)).errors;
  const resolved = async () => (await rig.prints()).slice(1).map(({ state, reason, resolvedBy }) => ({ state, reason, by: resolvedBy }));

  /** From now on the controller gets no reports of its engine. */
  function deafen(): void {
    const nothing = () => undefined;
    engine().listen({
      triggered: nothing,
      distancePassed: nothing,
      printed: nothing,
      failed: nothing,
      unresolved: nothing,
      conditionChanged: nothing,
    });
  }

  it('A2 shows after a kill that an unreported print was made', async () => {
    await rig.trigger();
    deafen();
    rig.clock.advance(1_000);
    await rig.restart();
    await untilHolds(async () => expect(await resolved()).toEqual([{ state: 'printed', reason: undefined, by: 'engine' }]));
    const { printedLabels } = await rig.controller.history.counters(LINE);
    expect({ printedLabels, errors: await errors() }).toEqual({ printedLabels: 2, errors: [] });
  });

  it('A2 shows after a kill that a print was not made, and its copy is owed', async () => {
    await rig.trigger();
    await rig.restart();
    const reason = "not made according to the printer's own count";
    await untilHolds(async () => expect(await resolved()).toEqual([{ state: 'void', reason, by: 'engine' }]));
    const { job } = await rig.controller.printing.status(LINE);
    expect({ errors: await errors(), started: job?.started }).toEqual({ errors: [], started: 2 });
    for (let copy = 0; copy < 4; copy += 1) {
      await rig.trigger();
      await rig.finishPrints();
    }
    expect(await rig.serials()).toEqual(['1 printed', '2 void', '3 printed', '4 printed', '5 printed', '6 printed']);
  });

  it('shows which of several prints were made before a kill', async () => {
    for (let print = 0; print < 3; print += 1) await rig.controller.printing.trigger(LINE).then(() => rig.clock.advance(25));
    deafen();
    rig.clock.advance(20);
    const made = engine().count!()! - 1;
    await rig.restart();
    const states = ['printed', 'printed', 'printed'].map((state, place) => (place < made ? state : 'void'));
    await untilHolds(async () => expect((await resolved()).map(({ state }) => state)).toEqual(states));
    expect(made).toBeGreaterThan(0);
  });

  it('records when and why the print became unknown', async () => {
    await rig.trigger();
    await rig.restart();
    await untilHolds(async () => expect((await rig.prints())[1]?.state).toBe('void'));
    const { moves } = await rig.controller.prints.get(2);
    expect(moves.slice(1)).toMatchObject([
      { state: 'sent', at: '2026-11-21T06:00:04.200Z' },
      { state: 'unknown', at: '2026-11-21T06:00:04.200Z', reason: 'the controller stopped before the engine confirmed' },
      { state: 'void', by: 'engine', reason: "not made according to the printer's own count" },
    ]);
  });

  it('I5 is reported when it counts more than the prints explain, and changes no print', async () => {
    vi.spyOn(engine(), 'count').mockReturnValue(4);
    await rig.controller.printing.abort(LINE);
    expect({ errors: await errors(), prints: await rig.serials() }).toEqual({
      errors: ['The printer counts 3 marks more than were confirmed, which no print explains.'],
      prints: ['1 printed'],
    });
  });

  it('D4 is reported when it decreased, and the print in progress stays unknown', async () => {
    await rig.trigger();
    vi.spyOn(engine(), 'abort').mockResolvedValue([]);
    vi.spyOn(engine(), 'count').mockReturnValue(0);
    await rig.controller.printing.abort(LINE);
    expect({ errors: await errors(), prints: await rig.serials() }).toEqual({
      errors: [
        'The outcome of 1 print is unknown: check the products and resolve it.',
        "The printer's own count went back from 1 to 0: it was reset, or it is another printer.",
      ],
      prints: ['1 printed', '2 unknown'],
    });
  });

  it('D4 is reported when it restarts while the line prints, and totals only grow', async () => {
    await rig.trigger();
    heard().printed(2, 1);
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed', '2 printed']));
    expect({ errors: await errors(), printed: (await rig.controller.history.counters(LINE)).printedLabels }).toEqual({
      errors: ["The printer's own count went back from 2 to 1: it was reset, or it is another printer."],
      printed: 2,
    });
  });

  it('D2 a print whose answer was lost is not sent again; the count shows later that it was made', async () => {
    const send = engine().send.bind(engine());
    const sending = vi.spyOn(engine(), 'send').mockImplementationOnce(async (print) => {
      await send(print);
      throw new Error('the answer was lost');
    });
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'printer-failed' });
    deafen();
    rig.clock.advance(1_000);
    expect(await rig.serials()).toEqual(['1 printed', '2 unknown']);
    await rig.restart();
    await untilHolds(async () => expect(await rig.serials()).toEqual(['1 printed', '2 printed']));
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
  ])('decides %j as %j', (reading, verdict) => {
    expect(judgeByCount({ ...reading, leavesPartialPrints: false })).toEqual(verdict);
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
  ])('leaves %j to a person', (reading, fault) => {
    expect(worded(judgeByCount({ ...reading, leavesPartialPrints: false }))).toEqual({ printed: [], voided: [], fault });
  });
});
