import { afterEach, describe, expect, it } from 'vitest';
import { makeCodenetRig, type CodenetRig, type CodenetRigOptions } from './codenet-rig.ts';
import { describeEngine } from './engine-conformance.ts';
import { EngineTester } from './engine-tester.ts';

const NO_SERIAL = 'a Codenet coder says its type only: two of the same type cannot be told apart';
const cannot = {
  identity: NO_SERIAL,
  'silent-faults': 'a Codenet coder answers every question, whatever its state',
  'head-width': 'a coder draws on board: the picture of a print is a preview only',
  'late-confirmations': 'an abort ends when the coder prints nothing any more',
};

describeEngine('codenet', { makeRig: () => makeCodenetRig(), cannot });
describeEngine('codenet (print go by command)', { makeRig: () => makeCodenetRig({ productDetector: 'none' }), cannot });

const NO_COUNT = 'this coder refuses to say its count of prints';

describeEngine('codenet (coder without a count)', {
  makeRig: () => makeCodenetRig({ counter: 'refused' }),
  cannot: { ...cannot, recovery: NO_COUNT, count: NO_COUNT, panel: NO_COUNT },
});

/** What only a coder does that both reports and counts its prints. */
describe('the codenet engine', () => {
  let rig: CodenetRig;
  let tester: EngineTester;

  async function start(options: CodenetRigOptions = {}): Promise<void> {
    rig = await makeCodenetRig(options);
    tester = new EngineTester(rig);
    await tester.started();
  }
  afterEach(() => tester.stop());

  const decided = (id: number) => rig.clock.until(() => expect(tester.facts.decidedIds).toContain(id));

  describe('connecting', () => {
    it('leaves no connection after a test', async () => {
      await start();
      await rig.engine.stop();
      await rig.clock.until(() => expect(rig.device.connections()).toBe(0));
      await rig.clock.settled(rig.test());
      await rig.clock.until(() => expect(rig.device.connections()).toBe(0));
    });
  });

  describe('confirming', () => {
    it('leaves a print open that is reported and not counted, and clears it', async () => {
      await start();
      rig.device.hold('waiting');
      const id = await tester.send();
      rig.coder.server.send(Buffer.from(rig.coder.report));
      await decided(id);
      expect({ unresolved: tester.facts.unresolvedIds, block: rig.coder.block }).toEqual({ unresolved: [id], block: undefined });
    });

    it('leaves a print open that is counted and not reported', async () => {
      await start();
      rig.coder.report = ' ';
      const id = await tester.send();
      await decided(id);
      expect(tester.facts.unresolvedIds).toEqual([id]);
    });
  });

  describe('errors', () => {
    it('does not say that a print is not made which was under the head when the jet was switched off', async () => {
      await start();
      rig.device.hold('begun');
      const id = await tester.send();
      await rig.clock.pass(300);
      rig.coder.set('jet-off', true);
      await tester.inState('STANDBY');
      rig.coder.set('jet-off', false);
      rig.device.release();
      await tester.inState('STARTED');
      expect(rig.device.spoilt()).toEqual([id]);
      await expect(rig.clock.settled(rig.engine.abort())).resolves.toEqual([]);
      expect({ failed: tester.facts.failedIds, unresolved: tester.facts.unresolvedIds }).toEqual({ failed: [], unresolved: [id] });
    });
  });

  describe('jumps of the count', () => {
    it('D4 leaves a print open that is counted twice', async () => {
      await start();
      rig.device.hold('begun');
      const id = await tester.send();
      await rig.clock.pass(300);
      rig.coder.head.count++;
      rig.device.release();
      await decided(id);
      expect(tester.facts.unresolvedIds).toEqual([id]);
      await tester.inState('STARTED');
    });
  });

  describe('restarts with an unconfirmed print', () => {
    it.each(['kept', 'lost', 'refused'] as const)(
      'D4 does not say that a print is not made which a power failure may have interrupted (count %s)',
      async (counter) => {
        await start({ counter, count: 0 });
        rig.device.hold('waiting');
        const id = await tester.send();
        await rig.device.cutPower();
        await tester.inState('ERROR');
        await rig.device.restorePower();
        await decided(id);
        expect(tester.facts.unresolvedIds).toEqual([id]);
      },
    );
  });
});
