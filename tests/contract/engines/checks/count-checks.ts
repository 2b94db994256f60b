import { expect } from 'vitest';
import type { EngineCheck } from './engine-check.ts';

/** The device's own count. */
export const COUNT_CHECKS: readonly EngineCheck[] = [
  {
    area: 'counting',
    needs: ['count'],
    title: 'knows the count of the device with each confirmation',
    run: async ({ rig, tester, facts }) => {
      const before = rig.device.count();
      await tester.started();
      await tester.printed();
      await tester.printed();
      expect({ counts: facts.counts, count: rig.engine.count?.() }).toEqual({ counts: [before + 1, before + 2], count: before + 2 });
      expect(rig.engine.traits).toMatchObject({ counts: 'marks' });
    },
  },
  {
    area: 'counting',
    needs: ['count'],
    title: 'knows no count before the device has answered, and none after the end',
    run: async ({ rig, tester }) => {
      expect(rig.engine.count?.()).toBeUndefined();
      await tester.started();
      expect(rig.engine.count?.()).toBe(rig.device.count());
      await rig.engine.stop();
      expect(rig.engine.count?.()).toBeUndefined();
    },
  },
  {
    area: 'counting',
    needs: [],
    title: 'reports a count only if the device has one',
    run: async ({ rig, tester, facts, can }) => {
      await tester.started();
      await tester.printed();
      expect(rig.engine.count?.() !== undefined).toBe(can('count'));
      expect(facts.counts.every((count) => (count !== undefined) === can('count'))).toBe(true);
    },
  },
  {
    area: 'jumps of the count',
    needs: ['panel', 'count'],
    title: 'D4 confirms nothing when the count jumps, and goes on',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      await tester.send();
      rig.device.printAtPanel(3);
      const { changes } = facts;
      rig.device.release();
      await rig.clock.pass(5_000);
      expect({ printed: facts.printedIds, failed: facts.failedIds, isReported: facts.changes > changes }).toEqual({
        printed: [],
        failed: [],
        isReported: true,
      });
      await tester.inState('STARTED');
      const next = await tester.printed();
      expect(facts.printedIds).toEqual([next]);
    },
  },
  {
    area: 'jumps of the count',
    needs: ['panel', 'count'],
    title: 'takes no print of the panel for the one that waits in the device',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      await tester.send();
      rig.device.printAtPanel(1);
      await rig.clock.pass(5_000);
      expect({ printed: facts.printedIds, failed: facts.failedIds }).toEqual({ printed: [], failed: [] });
    },
  },
  {
    area: 'jumps of the count',
    needs: ['panel', 'count'],
    title: 'reports prints that were made at the panel of the device',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      const { changes } = facts;
      rig.device.printAtPanel(2);
      await rig.clock.until(() => expect(rig.engine.count?.()).toBe(rig.device.count()));
      expect(facts.changes).toBeGreaterThan(changes);
    },
  },
];
