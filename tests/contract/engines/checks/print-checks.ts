import { expect } from 'vitest';
import type { EnginePrint } from '#controller/engines/engine.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import type { EngineCheck } from './engine-check.ts';

/** Wider than the head of every rig, in dots. */
const TOO_WIDE = 2_000;

/** Sending, confirming, refusing and aborting. */
export const PRINT_CHECKS: readonly EngineCheck[] = [
  {
    area: 'sending',
    needs: [],
    title: 'prints each picture once, dot for dot',
    run: async ({ rig, tester }) => {
      await tester.started();
      const prints: EnginePrint[] = [];
      for (let count = 0; count < 3; count++) {
        const print = tester.nextPrint();
        prints.push(print);
        await rig.clock.settled(rig.engine.send(print));
        await rig.clock.until(() => expect(rig.device.marks()).toHaveLength(prints.length));
        if (rig.engine.traits.proof !== 'none') await tester.confirmed(print.id);
      }
      expect(rig.device.pictures()).toEqual(prints.map(({ planes: [picture] }) => picture));
    },
  },
  {
    area: 'confirming',
    needs: ['confirmation'],
    title: 'confirms each print once, when it is made',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      const ids = [await tester.printed(), await tester.printed(), await tester.printed()];
      await rig.clock.pass(20_000);
      expect({ marks: rig.device.marks(), printed: facts.printedIds, decided: facts.decidedIds }).toEqual({
        marks: ids,
        printed: ids,
        decided: ids,
      });
    },
  },
  {
    area: 'confirming',
    needs: ['confirmation'],
    title: 'confirms no print that waits, or that is begun and not made',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      for (const what of ['waiting', 'begun'] as const) {
        rig.device.hold(what);
        const before = facts.printedIds.length;
        const id = await tester.send();
        await rig.clock.pass(3_000);
        expect({ printed: facts.printedIds.length, marks: rig.device.marks().length }).toEqual({ printed: before, marks: before });
        rig.device.release();
        await tester.confirmed(id);
      }
    },
  },
  {
    area: 'confirming',
    needs: [],
    title: 'confirms nothing without a proof, and says so',
    run: async ({ rig, tester, facts, can }) => {
      await tester.started();
      await tester.printed();
      await rig.clock.pass(20_000);
      expect(rig.engine.traits.proof === 'none').toBe(!can('confirmation'));
      expect(facts.printedIds).toHaveLength(can('confirmation') ? 1 : 0);
    },
  },
  {
    area: 'refusing',
    needs: ['depth'],
    title: 'refuses a print when the device holds its depth, and takes one after that',
    run: async ({ rig, tester }) => {
      await tester.started();
      rig.device.hold('waiting');
      const { depth } = rig.engine;
      const ids: number[] = [];
      for (let held = 0; held < (depth ?? 0); held++) ids.push(await tester.send());
      const print = tester.nextPrint();
      await expect(tester.refusal(print)).resolves.toMatchObject({ refusal: 'buffer-full' });
      rig.device.release();
      for (const id of ids) await tester.confirmed(id);
      await rig.clock.pass(5_000);
      expect({ depth, marks: rig.device.marks() }).toEqual({ depth: expect.any(Number), marks: ids });
      await tester.printed();
    },
  },
  {
    area: 'refusing',
    needs: ['refusals'],
    title: 'says that a print which the device refuses is not made, and sends the next one',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.refuse(true);
      await tester.refusal();
      rig.device.refuse(false);
      await tester.inState('STARTED');
      const id = await tester.printed();
      expect({ marks: rig.device.marks(), decided: facts.decidedIds }).toEqual({ marks: [id], decided: [id] });
    },
  },
  {
    area: 'refusing',
    needs: ['head-width'],
    title: 'refuses a picture that is wider than the head, and prints one that is as wide',
    run: async ({ rig, tester }) => {
      await tester.started();
      const { hdpi, vdpi } = rig.engine.target;
      const widest = Math.ceil(((rig.engine.properties.physicalWidth ?? 0) / 25.4) * hdpi);
      const print = (width: number): EnginePrint => ({ ...tester.nextPrint(), planes: [createBitmap(width, 24)], hdpi, vdpi });
      for (const width of [TOO_WIDE, widest + 1]) {
        await expect(tester.refusal(print(width))).resolves.toMatchObject({
          refusal: 'cannot-print',
          message: expect.stringContaining('head'),
        });
      }
      await rig.clock.settled(rig.engine.send(print(widest)));
    },
  },
  {
    area: 'aborting',
    needs: ['dropping'],
    title: 'D15 drops a print that waits in the device',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      const id = await tester.send();
      await rig.clock.pass(300);
      await expect(tester.abort()).resolves.toEqual([id]);
      rig.device.release();
      await rig.clock.pass(20_000);
      expect({ marks: rig.device.marks(), decided: facts.decidedIds }).toEqual({ marks: [], decided: [] });
      await tester.inState('STARTED');
      const next = await tester.printed();
      expect(rig.device.marks()).toEqual([next]);
    },
  },
  {
    area: 'aborting',
    needs: ['confirmation'],
    title: 'D15 never says that a print is dropped which is made, and never takes its confirmation for that of the next one',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('begun');
      const id = await tester.send();
      await rig.clock.pass(300);
      let madeAtEnd: number[] | undefined;
      const aborted = rig.engine.abort().then(
        (ids) => {
          madeAtEnd = rig.device.marks();
          return ids;
        },
        () => [],
      );
      await rig.clock.pass(300);
      rig.device.release();
      const dropped = await rig.clock.settled(aborted);
      await rig.clock.pass(20_000);
      const marks = rig.device.marks();
      // Once an abort has succeeded, nothing is made any more.
      if (madeAtEnd !== undefined) expect(madeAtEnd).toEqual(marks);
      expect(dropped).toEqual(marks.length === 0 ? [id] : []);
      expect([[], marks]).toContainEqual(facts.printedIds);
      await tester.inState('STARTED');
      const next = await tester.printed();
      expect(facts.printedIds.filter((printed) => printed !== id)).toEqual([next]);
    },
  },
  {
    area: 'aborting',
    needs: ['confirmation', 'late-confirmations'],
    title: 'D15 takes no late confirmation of an aborted print for that of the next one',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('begun');
      const id = await tester.send();
      await rig.clock.pass(300);
      await tester.abort();
      await rig.clock.pass(2_000);
      const next = await tester.send();
      await rig.clock.pass(300);
      rig.device.release();
      await tester.confirmed(next);
      await rig.clock.pass(20_000);
      expect({ marks: rig.device.marks(), printed: facts.printedIds }).toEqual({ marks: [id, next], printed: [next] });
    },
  },
  {
    area: 'aborting',
    needs: [],
    title: 'D15 aborts nothing when nothing is open',
    run: async ({ rig, tester }) => {
      await tester.started();
      await tester.printed();
      await rig.clock.pass(1_000);
      await expect(rig.clock.settled(rig.engine.abort())).resolves.toEqual([]);
      await tester.inState('STARTED');
      await tester.printed();
    },
  },
];
