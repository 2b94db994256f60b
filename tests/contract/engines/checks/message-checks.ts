import { expect } from 'vitest';
import type { CheckContext, EngineCheck } from './engine-check.ts';
import { worded } from '#support/worded.ts';

/** Prints, and expects exactly that to be confirmed. */
async function printsAll({ rig, tester, facts }: CheckContext, rounds: number, before: () => void): Promise<void> {
  await tester.started();
  for (let round = 0; round < rounds; round++) {
    before();
    await tester.printed();
  }
  await rig.clock.pass(5_000);
  expect(rig.device.marks()).toHaveLength(rounds);
  if (rig.engine.traits.proof !== 'none') expect(facts.printedIds).toEqual(rig.device.marks());
  expect(worded(rig.engine.condition())).toMatchObject({ state: 'STARTED', errors: [] });
}

/** Messages that are wrong, or that arrive in other pieces than they were sent in. */
export const MESSAGE_CHECKS: readonly EngineCheck[] = [
  {
    area: 'garbage',
    needs: ['answers'],
    title: 'D7 reads past what answers nothing',
    run: async (context) => {
      const { device } = context.rig;
      await printsAll(context, 8, () => device.babble());
    },
  },
  {
    area: 'garbage',
    needs: ['answers', 'confirmation'],
    title: 'D7 takes garbage for no confirmation',
    run: async ({ rig, tester, facts }) => {
      await tester.started();
      rig.device.hold('waiting');
      const id = await tester.send();
      for (let round = 0; round < 8; round++) {
        rig.device.babble();
        await rig.clock.pass(700);
      }
      expect({ printed: facts.printedIds, marks: rig.device.marks() }).toEqual({ printed: [], marks: [] });
      rig.device.release();
      // The engine may have closed the connection, and dropped the print with that.
      await rig.clock.until(() => expect(facts.decidedIds).toEqual([id]));
      expect(facts.printedIds).toEqual(rig.device.marks());
      await tester.inState('STARTED');
      await tester.printed();
    },
  },
  {
    area: 'split and merged messages',
    needs: ['answers'],
    title: 'D7 reads answers in pieces of any size',
    run: async (context) => {
      const { device } = context.rig;
      const sizes = [1, 2, 3, 7, 50];
      device.split(1);
      await printsAll(context, sizes.length, () => device.split(sizes.shift() ?? 1));
    },
  },
  {
    area: 'split and merged messages',
    needs: ['answers'],
    title: 'D7 reads answers that arrive together with others and with noise',
    run: async (context) => {
      context.rig.device.merge(true);
      await printsAll(context, 4, () => undefined);
    },
  },
];
