import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { Random } from '#support/random.ts';
import { untilHolds } from '#support/until-holds.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const ROUNDS = 12;
const STEPS = 14;
/** 30 mm: 60 ms of the line. The label takes 40 ms. */
const NEAR = 30_000_000;

describe('an abort amid triggers', () => {
  let rig: PrintingRig;
  let engine: VirtualEngine;
  /** Prints that were sent and not reported; each is accepted in its turn. */
  let given: (() => void)[];

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    const found = rig.controller.printers.get('Line 1').engine;
    if (!(found instanceof VirtualEngine)) throw new Error('the line has no virtual engine');
    engine = found;
    given = [];
    const send = engine.send.bind(engine);
    vi.spyOn(engine, 'send').mockImplementation(async (print) => {
      await new Promise<void>((accept) => given.push(accept));
      await send(print);
    });
  });
  afterEach(() => rig.close());

  it.each([1, 2, 3, 4])('D15 is final: nothing is printed after its answer, whatever was in progress (seed %i)', async (seed) => {
    const random = new Random(seed);
    const underWay = new Set<Promise<unknown>>();
    const begin = (work: Promise<unknown>): void => {
      const settled = work.catch(() => undefined).finally(() => underWay.delete(settled));
      underWay.add(settled);
    };
    const accept = (): void => given.splice(random.whole(0, Math.max(0, given.length - 1)), 1)[0]?.();
    const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const conveyor = (running: boolean) => rig.controller.printers.setConveyor('Line 1', { running, productsPerMinute: 2_000 });
    const always = [
      () => begin(rig.trigger()),
      () => rig.clock.advance(random.pick([1, 20, 45, 130])),
      accept,
      () => conveyor(random.fraction() < 0.7),
      turn,
      turn,
    ];
    const job = () => random.pick([{}, { copies: 3 }, { autoPrintInterval: NEAR }, { autoPrintGap: NEAR, copies: 2 }]);
    const before = [...always, () => begin(rig.select({ labelName: 'Serial', queue: random.fraction() < 0.5, freeze: false, ...job() }))];

    for (let round = 1; round <= ROUNDS; round += 1) {
      const first = rig.select({ labelName: 'Serial', freeze: false, ...job() });
      begin(first);
      if (round % 2 === 1) {
        await first;
        begin(rig.trigger());
        await untilHolds(() => expect(given).not.toEqual([]));
      }
      const steps = random.whole(0, STEPS);
      for (let step = 0; step < steps; step += 1) await random.pick(before)();
      let isAnswered = false;
      const aborted = rig.controller.printing.abort('Line 1').then(() => (isAnswered = true));
      while (!isAnswered) {
        await random.pick(always)();
        accept();
        await turn();
      }
      await aborted;
      const marks = engine.count();
      for (let step = 0; step < STEPS; step += 1) await random.pick(always)();
      conveyor(false);
      while (underWay.size > 0) {
        accept();
        await turn();
      }
      rig.clock.advance(10_000);
      const open = await rig.db.selectFrom('prints').select('id').where('state', 'in', ['reserved', 'sent']).execute();
      expect({ round, marks: engine.count(), open, faults: await findLedgerFaults(rig.db) }).toEqual({
        round,
        marks,
        open: [],
        faults: [],
      });
    }
  });
});
