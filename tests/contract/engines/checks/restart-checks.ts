import { expect } from 'vitest';
import type { EngineCheck } from './engine-check.ts';

/** Restarts of the device and of the controller while a print is not confirmed. */
export const RESTART_CHECKS: readonly EngineCheck[] = [
  {
    area: 'restarts with an unconfirmed print',
    needs: ['connection', 'confirmation'],
    title: 'D4 does not confirm a print that a restart of the device has lost, and goes on',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      const id = await tester.send();
      await rig.clock.pass(300);
      await rig.device.cutPower();
      await tester.inState('ERROR');
      rig.device.release();
      await rig.device.restorePower();
      await tester.inState('STARTED');
      await rig.clock.pass(5_000);
      expect({ marks: rig.device.marks(), printed: facts.printedIds, lost: id }).toEqual({ marks: [], printed: [], lost: id });
      // The power may have failed during the print: a part of it may be on a product.
      if (rig.engine.traits.leavesPartialPrints) expect(facts.failedIds).toEqual([]);
      const next = await tester.printed();
      expect(rig.device.marks()).toEqual([next]);
    },
  },
  {
    area: 'restarts with an unconfirmed print',
    needs: ['confirmation'],
    title: 'A2 says nothing about a print after its end, also when it is started again',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('begun');
      await tester.send();
      await rig.clock.pass(300);
      await rig.engine.stop();
      rig.device.release();
      await rig.clock.pass(20_000);
      expect({ decided: facts.decidedIds, state: tester.state() }).toEqual({ decided: [], state: 'STOPPED' });
      await tester.started();
      const next = await tester.printed();
      await rig.clock.pass(20_000);
      expect(facts.decidedIds).toEqual([next]);
    },
  },
  {
    area: 'restarts with an unconfirmed print',
    needs: ['dropping'],
    title: 'A2 makes nothing that it got before its start, and knows the count',
    run: async ({ rig, tester }) => {
      await tester.started();
      const first = await tester.printed();
      rig.device.hold('waiting');
      const id = await tester.send();
      await rig.clock.pass(300);
      await rig.engine.stop();
      const { engine, facts } = tester.another();
      await engine.start();
      await tester.inState('STARTED', engine);
      rig.device.release();
      await rig.clock.pass(20_000);
      const count = engine.count?.();
      expect({ marks: rig.device.marks(), printed: facts.printedIds, clears: engine.traits.clearsOnStart, dropped: id }).toEqual({
        marks: [first],
        printed: [],
        clears: true,
        dropped: id,
      });
      if (count !== undefined) expect(count).toBe(rig.device.count());
      await tester.printed(engine, facts);
    },
  },
  {
    area: 'restarts with an unconfirmed print',
    needs: ['confirmation'],
    title: 'A2 does not take the confirmation of an earlier print for that of the next one',
    run: async ({ rig, tester }) => {
      await tester.started();
      rig.device.hold('begun');
      const before = await tester.send();
      await rig.clock.pass(300);
      await rig.engine.stop();
      const { engine, facts } = tester.another();
      await engine.start();
      rig.device.release();
      await tester.inState('STARTED', engine);
      const id = await tester.printed(engine, facts);
      expect({ printed: facts.printedIds, before }).toEqual({ printed: [id], before });
    },
  },
];
