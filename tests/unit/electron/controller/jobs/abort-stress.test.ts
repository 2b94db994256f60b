import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountFaults } from '#controller/ledger/accounts.ts';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { Random } from '#support/random.ts';
import { untilHolds } from '#support/until-holds.ts';
import { Plant, textLabel } from './plant.ts';

const ROUNDS = 12;
const STEPS = 14;
/** 30 mm: 60 ms of the line. The label takes 40 ms. */
const NEAR = 30_000_000;

describe('an abort amid triggers', () => {
  let plant: Plant;
  let engine: VirtualEngine;
  /** Prints that the engine was given and has not said anything about; each is accepted when its turn comes. */
  let given: (() => void)[];

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    const found = plant.controller.printers.get('Line 1').engine;
    if (!(found instanceof VirtualEngine)) throw new Error('the line has no virtual engine');
    engine = found;
    given = [];
    const send = engine.send.bind(engine);
    vi.spyOn(engine, 'send').mockImplementation(async (print) => {
      await new Promise<void>((accept) => given.push(accept));
      await send(print);
    });
  });
  afterEach(() => plant.close());

  it.each([1, 2, 3, 4])('D15 is the last word: nothing is marked after its answer, whatever was under way (seed %i)', async (seed) => {
    const random = new Random(seed);
    const underWay = new Set<Promise<unknown>>();
    const begin = (work: Promise<unknown>): void => {
      const settled = work.catch(() => undefined).finally(() => underWay.delete(settled));
      underWay.add(settled);
    };
    const accept = (): void => given.splice(random.whole(0, Math.max(0, given.length - 1)), 1)[0]?.();
    const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const conveyor = (running: boolean) => plant.controller.printers.setConveyor('Line 1', { running, productsPerMinute: 2_000 });
    const always = [
      () => begin(plant.trigger()),
      () => plant.clock.advance(random.pick([1, 20, 45, 130])),
      accept,
      () => conveyor(random.fraction() < 0.7),
      turn,
      turn,
    ];
    const job = () => random.pick([{}, { copies: 3 }, { autoPrintInterval: NEAR }, { autoPrintGap: NEAR, copies: 2 }]);
    const before = [...always, () => begin(plant.select({ labelName: 'Serial', queue: random.fraction() < 0.5, freeze: false, ...job() }))];

    for (let round = 1; round <= ROUNDS; round += 1) {
      const first = plant.select({ labelName: 'Serial', freeze: false, ...job() });
      begin(first);
      if (round % 2 === 1) {
        await first;
        begin(plant.trigger());
        await untilHolds(() => expect(given).not.toEqual([]));
      }
      const steps = random.whole(0, STEPS);
      for (let step = 0; step < steps; step += 1) await random.pick(before)();
      let isAnswered = false;
      const aborted = plant.controller.printing.abort('Line 1').then(() => (isAnswered = true));
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
      plant.clock.advance(10_000);
      const open = await plant.db.selectFrom('prints').select('id').where('state', 'in', ['reserved', 'sent']).execute();
      expect({ round, marks: engine.count(), open, faults: await accountFaults(plant.db) }).toEqual({ round, marks, open: [], faults: [] });
    }
  });
});
