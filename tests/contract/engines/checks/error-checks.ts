import { expect } from 'vitest';
import type { EngineCheck } from './engine-check.ts';
import { worded } from '#support/worded.ts';

/** What keeps a device from printing. */
export const ERROR_CHECKS: readonly EngineCheck[] = [
  {
    area: 'errors',
    needs: ['faults'],
    title: 'D14 shows an error of the device, refuses prints meanwhile, and goes on',
    run: async ({ rig, tester }) => {
      await tester.started();
      const sentence = await rig.device.fail(false);
      await tester.inState('ERROR');
      expect(worded(rig.engine.condition()).errors).toEqual([sentence]);
      await expect(tester.refusal()).resolves.toMatchObject({ refusal: 'cannot-print', message: sentence });
      const before = rig.device.marks();
      await rig.device.repair();
      await tester.inState('STARTED');
      expect(worded(rig.engine.condition()).errors).toEqual([]);
      const id = await tester.printed();
      expect(rig.device.marks()).toEqual([...before, id]);
    },
  },
  {
    area: 'errors',
    needs: ['faults'],
    title: 'D14 has a sentence of its own for each error of the device',
    run: async ({ rig, tester }) => {
      await tester.started();
      for (const { sentence, begin, end } of rig.device.faults) {
        await begin();
        await rig.clock.until(() => expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [sentence] }));
        await end();
        await tester.inState('STARTED');
      }
      expect(new Set(rig.device.faults.map(({ sentence }) => sentence)).size).toBe(rig.device.faults.length);
    },
  },
  {
    area: 'errors',
    needs: ['faults', 'interruptions'],
    title: 'neither confirms nor fails a print that an error has interrupted, and never makes it later',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('begun');
      const id = await tester.send();
      await rig.clock.pass(500);
      await rig.device.fail(false);
      await tester.inState('ERROR');
      rig.device.release();
      await rig.device.repair();
      await tester.inState('STARTED');
      await rig.clock.pass(30_000);
      const marks = rig.device.marks().filter((mark) => mark === id).length;
      expect(rig.device.spoilt().filter((spoilt) => rig.device.marks().includes(spoilt))).toEqual([]);
      expect({ printed: facts.printedIds, failed: facts.failedIds }).toEqual({ printed: marks === 1 ? [id] : [], failed: [] });
      await tester.inState('STARTED');
      await tester.printed();
    },
  },
  {
    area: 'silence during an error',
    needs: ['silent-faults'],
    title: 'D14 shows an error during which the device leaves questions unanswered, and goes on',
    run: async ({ rig, tester }) => {
      await tester.started();
      const sentence = await rig.device.fail(true);
      await rig.clock.until(() => expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [sentence] }));
      const before = tester.conditions.length;
      await rig.clock.pass(20_000);
      const shown = [...tester.conditions.slice(before), rig.engine.condition()].map(({ state, errors }) =>
        [state, ...worded(errors)].join(),
      );
      expect(new Set(shown)).toEqual(new Set([`ERROR,${sentence}`]));
      await rig.device.repair();
      await tester.inState('STARTED');
      await tester.printed();
    },
  },
  {
    area: 'silence during an error',
    needs: ['silent-faults', 'confirmation', 'interruptions'],
    title: 'D14 says nothing about an open print while the device is silent, and clears it up afterwards',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      const id = await tester.send();
      await rig.clock.pass(300);
      const sentence = await rig.device.fail(true);
      await rig.clock.until(() => expect(worded(rig.engine.condition()).errors).toEqual([sentence]));
      const before = tester.conditions.length;
      await rig.clock.pass(20_000);
      expect(facts.decidedIds).toEqual([]);
      expect(tester.conditions.slice(before).filter(({ errors }) => worded(errors).join() !== sentence)).toEqual([]);
      rig.device.release();
      await rig.device.repair();
      await rig.clock.until(() => expect(facts.decidedIds).toEqual([id]));
      expect(facts.printedIds).toEqual(rig.device.marks());
    },
  },
];
