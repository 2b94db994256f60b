import { expect } from 'vitest';
import type { EngineCheck } from './engine-check.ts';
import { worded } from '#support/worded.ts';

/** Which device it is, and how it is. */
export const DEVICE_CHECKS: readonly EngineCheck[] = [
  {
    area: 'identity',
    needs: ['identity'],
    title: 'knows the device by its model and serial number',
    run: async ({ rig, tester }) => {
      await tester.started();
      expect(rig.identity()).toEqual(rig.expectedIdentity);
    },
  },
  {
    area: 'status',
    needs: [],
    title: 'reports every change of its condition when it changes',
    run: async ({ rig, tester, can }) => {
      const isCurrent = () => expect(tester.reportedCondition).toEqual(rig.engine.condition());
      await tester.started();
      isCurrent();
      await tester.printed();
      isCurrent();
      if (can('faults')) {
        await rig.device.fail(false);
        await tester.inState('ERROR');
        isCurrent();
        await rig.device.repair();
        await tester.inState('STARTED');
        isCurrent();
      }
      if (can('connection')) {
        await rig.device.unplug();
        await tester.inState('ERROR');
        isCurrent();
        await rig.device.plugIn();
        await tester.inState('STARTED');
      }
      isCurrent();
      await rig.engine.stop();
      isCurrent();
    },
  },
  {
    area: 'status',
    needs: ['complete-answers'],
    title: 'starts by way of the states before STARTED, and reports nothing more while nothing happens',
    run: async ({ rig, tester, facts }) => {
      await rig.engine.start();
      const seen = new Set<string>();
      await rig.clock.until(() => {
        seen.add(tester.reportedCondition.state);
        expect(tester.state()).toBe('STARTED');
      });
      expect([...seen]).not.toContain('ERROR');
      const { changes } = facts;
      await rig.clock.pass(10_000);
      expect({ changes: facts.changes, state: tester.state() }).toEqual({ changes, state: 'STARTED' });
    },
  },
  {
    area: 'another device at the address',
    needs: ['connection', 'identity'],
    title: 'D5 prints nothing on another device at the address until a person accepts it',
    run: async ({ rig, tester }) => {
      await tester.started();
      await tester.printed();
      const before = rig.device.marks();
      const serial = rig.device.replace();
      await rig.clock.until(() => expect(worded(rig.engine.condition()).errors.join()).toContain(serial));
      await expect(tester.refusal()).resolves.toMatchObject({ refusal: 'cannot-print' });
      await rig.clock.pass(5_000);
      expect({ state: tester.state(), marks: rig.device.marks() }).toEqual({ state: 'ERROR', marks: before });
      await rig.engine.stop();
      const accepted = tester.another({ ...rig.expectedIdentity, serial });
      await accepted.engine.start();
      await tester.inState('STARTED', accepted.engine);
      const id = await tester.printed(accepted.engine, accepted.facts);
      expect(rig.device.marks()).toEqual([...before, id]);
    },
  },
  {
    area: 'another device at the address',
    needs: ['connection', 'identity', 'confirmation'],
    title: 'D5 takes nothing that the other device says for the print that the first one has',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      await tester.send();
      await rig.clock.pass(300);
      const serial = rig.device.replace();
      rig.device.release();
      await rig.clock.until(() => expect(worded(rig.engine.condition()).errors.join()).toContain(serial));
      await rig.clock.pass(20_000);
      expect(facts.decidedIds).toEqual([]);
    },
  },
];
