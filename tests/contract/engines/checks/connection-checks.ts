import { expect } from 'vitest';
import type { EngineCheck } from './engine-check.ts';
import { worded } from '#support/worded.ts';

/** Making a connection, losing it and making it again. */
export const CONNECTION_CHECKS: readonly EngineCheck[] = [
  {
    area: 'connecting',
    needs: [],
    title: 'is stopped before its start and after its end, and leaves no timer',
    run: async ({ rig, tester }) => {
      expect(tester.state()).toBe('STOPPED');
      await expect(tester.refusal()).resolves.toMatchObject({ refusal: 'cannot-print' });
      await tester.started();
      await rig.engine.stop();
      expect({ state: tester.state(), timers: rig.clock.pending }).toEqual({ state: 'STOPPED', timers: 0 });
      await expect(tester.refusal()).resolves.toMatchObject({ refusal: 'cannot-print' });
    },
  },
  {
    area: 'connecting',
    needs: [],
    title: 'prints again after it was stopped and started, and leaves no timer and no connection',
    run: async ({ rig, tester }) => {
      await tester.started();
      const before = await tester.printed();
      await rig.engine.stop();
      await tester.started();
      const after = await tester.printed();
      expect(rig.device.marks()).toEqual([before, after]);
      await rig.engine.stop();
      await rig.clock.until(() =>
        expect({ timers: rig.clock.pending, connections: rig.device.connections() }).toEqual({ timers: 0, connections: 0 }),
      );
    },
  },
  {
    area: 'connecting',
    needs: ['connection'],
    title: 'D1 starts while the device is off, says so, and connects when it is there',
    run: async ({ rig, tester }) => {
      await rig.device.cutPower();
      await rig.engine.start();
      await tester.inState('ERROR');
      expect(worded(rig.engine.condition()).errors[0]).toMatch(rig.offline);
      await expect(tester.refusal()).resolves.toMatchObject({ refusal: 'cannot-print' });
      await rig.clock.pass(60_000);
      await rig.device.restorePower();
      await tester.inState('STARTED');
      expect(worded(rig.engine.condition()).errors).toEqual([]);
      await tester.printed();
    },
  },
  {
    area: 'connecting',
    needs: ['connection'],
    title: 'D1 leaves no timer when it is stopped while the device is off, and stays stopped',
    run: async ({ rig, tester }) => {
      await tester.started();
      await rig.device.cutPower();
      await tester.inState('ERROR');
      await rig.engine.stop();
      expect({ state: tester.state(), timers: rig.clock.pending }).toEqual({ state: 'STOPPED', timers: 0 });
      await rig.device.restorePower();
      await rig.clock.pass(20_000);
      expect({ state: tester.state(), errors: worded(rig.engine.condition()).errors }).toEqual({ state: 'STOPPED', errors: [] });
    },
  },
  {
    area: 'connecting',
    needs: [],
    title: 'is tested without a print, and without another engine',
    run: async ({ rig, can }) => {
      const result = await rig.clock.settled(rig.test());
      expect(result).toMatchObject({ reachable: true, state: 'STARTED', proof: expect.any(String) });
      expect(result.proof === 'none').toBe(!can('confirmation'));
      expect(result.identity).toEqual(rig.expectedIdentity);
      await rig.clock.pass(5_000);
      expect({ marks: rig.device.marks(), timers: rig.clock.pending }).toEqual({ marks: [], timers: 0 });
    },
  },
  {
    area: 'connecting',
    needs: ['connection'],
    title: 'D12 is tested while the device is off, and says why it is not reached',
    run: async ({ rig }) => {
      await rig.device.cutPower();
      const { reachable, reason } = await rig.clock.settled(rig.test());
      expect({ reachable, reason }).toEqual({ reachable: false, reason: expect.stringMatching(/.{10,}/) });
    },
  },
  {
    area: 'reconnecting',
    needs: ['connection'],
    title: 'D2 refuses prints while the cable is out, and never fails or repeats the print that the device got before',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      const id = await tester.send();
      await rig.device.unplug();
      await tester.inState('ERROR');
      await expect(tester.refusal()).resolves.toMatchObject({ refusal: 'cannot-print' });
      await rig.clock.pass(5_000);
      await rig.device.plugIn();
      await tester.inState('STARTED');
      expect(rig.device.marks()).toEqual([id]);
      expect(facts.failedIds).toEqual([]);
      if (rig.engine.traits.proof !== 'none') expect(facts.decidedIds).toEqual([id]);
      const next = await tester.printed();
      expect(rig.device.marks()).toEqual([id, next]);
    },
  },
  {
    area: 'reconnecting',
    needs: ['connection', 'recovery'],
    title: 'D2 finds out that the print was made while the cable was out',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      const id = await tester.send();
      // A device that is told to print has heard it before the cable is out.
      await rig.clock.pass(50);
      await rig.device.unplug();
      await tester.inState('ERROR');
      await rig.clock.pass(5_000);
      await rig.device.plugIn();
      await tester.inState('STARTED');
      await tester.confirmed(id);
      expect(facts.decidedIds).toEqual([id]);
    },
  },
  {
    area: 'reconnecting',
    needs: ['connection'],
    title: 'D2 connects again after every loss, however long it lasts',
    run: async ({ rig, tester }) => {
      await tester.started();
      for (const duration of [0, 100, 2_000, 90_000]) {
        await rig.device.unplug();
        await tester.inState('ERROR');
        await rig.clock.pass(duration);
        await rig.device.plugIn();
        await tester.inState('STARTED');
        await tester.printed();
      }
    },
  },
  {
    area: 'half-open connections',
    needs: ['connection', 'polling'],
    title: 'D1 notices a dead connection that looks alive',
    run: async ({ rig, tester }) => {
      await tester.started();
      rig.device.freeze();
      await tester.inState('ERROR');
      await tester.inState('STARTED');
      const id = await tester.printed();
      expect(rig.device.marks()).toEqual([id]);
    },
  },
  {
    area: 'half-open connections',
    needs: ['connection', 'confirmation'],
    title: 'D1 does not say that a print is made which a dead connection has swallowed, and goes on after an abort',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.freeze();
      const lost = await tester.trySend();
      await rig.clock.pass(2_000);
      await tester.abort();
      await tester.inState('STARTED');
      const next = await tester.printed();
      expect({ marks: rig.device.marks(), printed: facts.printedIds, lost }).toEqual({ marks: [next], printed: [next], lost });
    },
  },
  {
    area: 'slow devices',
    needs: ['answers'],
    title: 'D8 works with a device that answers slowly',
    run: async ({ rig, tester, facts, can }) => {
      rig.device.delay(700);
      await tester.started();
      // A first print that is not ready in time is certainly not made.
      const first = can('prompt-first-print') ? [await tester.printed()] : [];
      if (!can('prompt-first-print')) await tester.refusal();
      const ids = [...first, await tester.printed()];
      expect(rig.device.marks()).toEqual(ids);
      if (rig.engine.traits.proof !== 'none') expect(facts.printedIds).toEqual(ids);
    },
  },
];
