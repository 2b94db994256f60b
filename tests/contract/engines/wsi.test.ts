import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeEngine } from './engine-conformance.ts';
import { EngineTester } from './engine-tester.ts';
import { makeWsiRig, type WsiRig } from './wsi-rig.ts';

describeEngine('wsi', {
  makeRig: () => makeWsiRig(),
  cannot: {
    identity: 'the protocol does not say which coder answers',
    'silent-faults': 'a WSI coder answers every question, whatever its state',
    'head-width': 'a coder draws on board: the picture of a print is a preview only',
    'late-confirmations': 'an abort ends when the coder prints nothing any more',
    panel: 'a print at the panel of this coder shows the values that wait: by the count it is their print',
  },
});

/** What only a coder does that prints its values on every product. */
describe('the wsi engine', () => {
  let rig: WsiRig;
  let tester: EngineTester;

  beforeEach(async () => {
    rig = await makeWsiRig();
    tester = new EngineTester(rig);
    await tester.started();
  });
  afterEach(() => tester.stop());

  const decided = (id: number) => rig.clock.until(() => expect(tester.facts.decidedIds).toContain(id));

  describe('confirming', () => {
    it('prints no values on the next product, also when a person switches printing on', async () => {
      const id = await tester.printed();
      rig.coder.head.passProduct();
      await rig.clock.pass(1_000);
      expect(rig.device.marks()).toEqual([id]);
      rig.coder.isPrintOn = true;
      rig.coder.head.passProduct();
      await rig.clock.pass(1_000);
      expect(rig.coder.marks.map(({ values }) => values.length)).toEqual([2, 0]);
    });
  });

  describe('aborting', () => {
    it('D15 waits again for a standstill when the count moves meanwhile', async () => {
      rig.device.hold('begun');
      const id = await tester.send();
      await rig.clock.pass(300);
      const aborted = rig.engine.abort();
      await rig.clock.pass(900);
      rig.device.release();
      await rig.clock.pass(500);
      expect(tester.state()).toBe('STARTING');
      await expect(rig.clock.settled(aborted)).resolves.toEqual([]);
      expect(tester.facts.printedIds).toEqual([id]);
    });
  });

  describe('jumps of the count', () => {
    it('D4 leaves a print open whose values are on two products, and prints them on no third one', async () => {
      const id = await tester.send();
      rig.device.hold('begun');
      await rig.clock.pass(150);
      rig.coder.head.count++;
      rig.device.release();
      await decided(id);
      expect(tester.facts.unresolvedIds).toEqual([id]);
      rig.coder.head.passProduct();
      await rig.clock.pass(1_000);
      expect(rig.device.marks()).toEqual([id]);
      await tester.inState('STARTED');
    });

    it('D4 leaves a print open whose second product passes while printing is switched off', async () => {
      let isPrintOn = false;
      const switchPrinting = (isOn: boolean) => {
        if (isPrintOn && !isOn) rig.coder.head.count++;
        isPrintOn = isOn;
      };
      Object.defineProperty(rig.coder, 'isPrintOn', { get: () => isPrintOn, set: switchPrinting });
      const id = await tester.send();
      await decided(id);
      expect(tester.facts).toMatchObject({ unresolvedIds: [id], printedIds: [] });
    });

    it('D4 leaves a print open when the count is reset before it', async () => {
      rig.device.hold('waiting');
      const id = await tester.send();
      rig.coder.head.count = 0;
      await decided(id);
      expect(tester.facts.unresolvedIds).toEqual([id]);
    });
  });

  describe('restarts with an unconfirmed print', () => {
    it('D4 does not say that a print is not made which a power failure may have interrupted', async () => {
      rig.device.hold('waiting');
      const id = await tester.send();
      await rig.device.cutPower();
      await tester.inState('ERROR');
      await rig.device.restorePower();
      await decided(id);
      expect(tester.facts.unresolvedIds).toEqual([id]);
    });
  });
});
