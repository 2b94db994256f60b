import { expect } from 'vitest';
import { Random } from '#support/random.ts';
import type { CheckContext, EngineCheck } from './engine-check.ts';

const ROUNDS = 40;
const SEED = 20;

/** What can happen to this device, at random. */
function mishapsOf({ rig: { device }, can }: CheckContext, random: Random): (() => unknown)[] {
  return [
    ...(can('connection') ? [() => device.unplug(), () => device.cutPower()] : []),
    ...(can('connection') && can('polling') ? [() => device.freeze()] : []),
    ...(can('faults') ? [() => device.fail(can('silent-faults') && random.fraction() < 0.5)] : []),
    ...(can('answers') ? [() => device.babble(), () => device.split(random.whole(1, 40))] : []),
  ];
}

export const RANDOM_CHECKS: readonly EngineCheck[] = [
  {
    area: 'everything together',
    needs: [],
    title: 'makes no mark twice, and confirms exactly what it made, whatever happens',
    run: async (context) => {
      const { rig, tester, facts, can } = context;
      const random = new Random(SEED);
      const mishaps = mishapsOf(context, random);
      await tester.started();
      for (let round = 0; round < ROUNDS; round++) {
        await tester.trySend();
        if (random.fraction() < 0.5) await rig.clock.pass(random.whole(1, 900));
        if (random.fraction() < 0.6 && mishaps.length > 0) await random.pick(mishaps)();
        await rig.clock.pass(random.whole(1, 3_000));
        if (can('faults')) await rig.device.repair();
        if (can('connection')) await rig.device.plugIn();
        await tester.inState('STARTED');
      }
      await rig.clock.pass(30_000);
      const marks = rig.device.marks();
      const { accepted, refused } = tester.sent;
      expect(new Set(marks).size).toBe(marks.length);
      expect(rig.device.spoilt().filter((id) => marks.includes(id))).toEqual([]);
      expect(refused.filter((id) => marks.includes(id))).toEqual([]);
      expect(facts.printedIds.filter((id) => !marks.includes(id))).toEqual([]);
      expect(facts.failedIds.filter((id) => marks.includes(id))).toEqual([]);
      expect(new Set(facts.decidedIds).size).toBe(facts.decidedIds.length);
      if (!can('confirmation')) expect(facts.decidedIds).toEqual([]);
      else expect(accepted.filter((id) => !facts.decidedIds.includes(id))).toEqual([]);
      expect((can('confirmation') ? facts.printedIds : marks).length).toBeGreaterThan(10);
    },
  },
];
