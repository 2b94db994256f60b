import { afterEach, describe, expect, it } from 'vitest';
import { EngineConfigError } from '#controller/engines/engine-config-error.ts';
import { zplKind } from '#controller/engines/zpl/zpl-kind.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { EngineFacts, numberedPrint } from '../../../../../contract/engines/engine-rig.ts';
import { makeZplRig, type ZplRig, type ZplRigOptions } from '../../../../../contract/engines/zpl-rig.ts';
import { worded } from '#support/worded.ts';

describe('the zpl engine', () => {
  let rig: ZplRig;
  let facts: EngineFacts;

  afterEach(async () => {
    await rig.engine.stop();
    await rig.stop();
  });

  async function open(options: ZplRigOptions = {}): Promise<void> {
    rig = await makeZplRig(options);
    facts = new EngineFacts();
    rig.engine.listen(facts);
  }

  async function start(options: ZplRigOptions = {}): Promise<void> {
    await open(options);
    await rig.engine.start();
    await inState('STARTED');
  }

  const inState = (state: string) => rig.clock.until(() => expect(rig.engine.condition().state).toBe(state));
  const send = (id: number) => rig.clock.settled(rig.engine.send(numberedPrint(id)));
  const test = () => rig.clock.settled(zplKind.test(rig.configuration, rig.deps));

  it('prints the picture dot for dot', async () => {
    await start();
    await send(5);
    await rig.clock.until(() => expect(facts.printedIds).toEqual([5]));
    expect(rig.printer.paper.map(({ picture }) => picture)).toEqual([...numberedPrint(5).planes]);
  });

  it('is proven by the count, one print at a time', async () => {
    await start();
    expect({ traits: rig.engine.traits, depth: rig.engine.depth }).toEqual({
      traits: { proof: 'count', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true },
      depth: 1,
    });
  });

  it.each([
    ['that knows no variables', { hasVariables: false }],
    ['whose count is not to be used', { engine: { count: 'none' } }],
  ] as const)('only hands over to a printer %s', async (_, options) => {
    await start(options);
    expect({ traits: rig.engine.traits, depth: rig.engine.depth, count: rig.engine.count() }).toEqual({
      traits: { proof: 'none', clearsOnStart: true },
      depth: undefined,
      count: undefined,
    });
    await send(1);
    await send(2);
    await rig.clock.until(() => expect(rig.device.marks()).toEqual([1, 2]));
    expect(facts.printedIds).toEqual([]);
  });

  it('leaves open whether a printer without a count got a label that it does not answer after', async () => {
    await start({ hasVariables: false });
    rig.device.freeze();
    await expect(rig.clock.settled(rig.engine.send(numberedPrint(1)))).rejects.not.toMatchObject({ name: 'EngineError' });
  });

  it('refuses to print without the count that its configuration asks for', async () => {
    await open({ hasVariables: false, engine: { count: 'odometer' } });
    await rig.engine.start();
    await rig.clock.until(() => expect(worded(rig.engine.condition()).errors[0]).toContain('does not report a count'));
    expect(rig.engine.condition().state).toBe('ERROR');
  });

  it('keeps its proof when a printer that counts is silent once', async () => {
    await start();
    for (let round = 0; round < 3; round++) {
      rig.device.freeze();
      await inState('ERROR');
      await inState('STARTED');
    }
    expect(rig.engine.traits.proof).toBe('count');
  });

  it('is in STANDBY while the printer is paused', async () => {
    await start();
    rig.printer.mechanism.set('paused', true);
    await inState('STANDBY');
    await expect(rig.engine.send(numberedPrint(1))).rejects.toMatchObject({ refusal: 'cannot-print' });
    rig.printer.mechanism.set('paused', false);
    await inState('STARTED');
  });

  it.each([
    ['paper-out', 'The printer is out of labels.'],
    ['ribbon-out', 'The printer is out of ribbon.'],
  ] as const)('shows %s', async (fault, sentence) => {
    await start();
    rig.printer.mechanism.set(fault, true);
    await inState('ERROR');
    expect(worded(rig.engine.condition()).errors).toEqual([sentence]);
  });

  it('confirms a label that was presented and not taken', async () => {
    await start({ engine: { mode: 'PEEL' }, takeTime: 60_000 });
    await send(1);
    await rig.clock.until(() => expect(facts.printedIds).toEqual([1]));
    expect(rig.printer.mechanism.isLabelWaiting).toBe(true);
  });

  it('never has an interrupted label printed again', async () => {
    await start();
    rig.device.hold('begun');
    await send(1);
    await rig.clock.pass(300);
    await rig.device.fail(false);
    await inState('ERROR');
    await rig.device.repair();
    rig.device.release();
    await rig.clock.pass(30_000);
    expect(rig.printer.paper.map(({ kind }) => kind)).toEqual(['partial']);
  });

  it('reports a label that the printer has dropped', async () => {
    await start();
    rig.device.hold('waiting');
    await send(1);
    await rig.clock.pass(300);
    rig.printer.mechanism.cancelAll();
    await rig.clock.until(() => expect(facts.failedIds).toEqual([1]));
    rig.device.release();
    await inState('STARTED');
  });

  it('shows while it clears a dropped label that it takes no print, by states that may follow STARTED', async () => {
    await start();
    const states: string[] = [];
    rig.engine.listen(Object.assign(new EngineFacts(), { conditionChanged: () => states.push(rig.engine.condition().state) }));
    rig.device.hold('waiting');
    await send(1);
    rig.printer.mechanism.cancelAll();
    await rig.clock.until(() => expect(states.at(-1)).toBe('STARTED'));
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual(['INITIALIZING', 'STARTING', 'STARTED']);
  });

  it('leaves open a print that the count does not show after the connection was lost: the power may have failed under the label', async () => {
    await start();
    rig.device.hold('begun');
    await send(1);
    await rig.clock.pass(300);
    await rig.device.cutPower();
    await inState('ERROR');
    rig.device.release();
    await rig.device.restorePower();
    await rig.clock.until(() => expect(facts.unresolvedIds).toEqual([1]));
    expect({ paper: rig.printer.paper.map(({ kind }) => kind), failed: facts.failedIds }).toEqual({ paper: ['partial'], failed: [] });
  });

  it('refuses a picture of another resolution', async () => {
    await start();
    await expect(rig.engine.send({ ...numberedPrint(1), hdpi: 203 })).rejects.toMatchObject({ refusal: 'cannot-print' });
  });

  it('D5 prints nothing on a printer with another serial number than expected', async () => {
    await open({ expected: { model: 'ZT411', serial: 'EMU0002' } });
    await rig.engine.start();
    await inState('ERROR');
    expect(worded(rig.engine.condition()).errors[0]).toContain('EMULATOR-300dpi EMU0001 instead of ZT411 EMU0002');
    expect(rig.engine.count()).toBeUndefined();
  });

  it('D5 clears nothing on another printer', async () => {
    await open({ expected: { serial: 'EMU0002' } });
    rig.device.hold('waiting');
    rig.printer.mechanism.add({ picture: createBitmap(8, 8), quantity: 1, mode: 'T', printsAgain: true });
    await rig.engine.start();
    await inState('ERROR');
    await rig.clock.pass(5_000);
    expect(rig.printer.mechanism.formatsInBuffer).toBe(1);
  });

  it('has one ink', async () => {
    await open();
    expect(() => zplKind.make({ ...rig.configuration, color: 'CMYK' }, rig.deps)).toThrow(EngineConfigError);
  });

  describe('tested before it is stored', () => {
    it('is identified, and prints and clears nothing', async () => {
      await open();
      rig.device.hold('waiting');
      rig.printer.mechanism.add({ picture: createBitmap(8, 8), quantity: 1, mode: 'T', printsAgain: true });
      await expect(test()).resolves.toEqual({
        reachable: true,
        identity: rig.expectedIdentity,
        state: 'STARTED',
        errors: [],
        dpi: 300,
        proof: 'count',
      });
      expect(rig.printer.mechanism.formatsInBuffer).toBe(1);
    });

    it('says that nothing answers at the address', async () => {
      await open();
      await rig.device.cutPower();
      const { reachable, reason } = await test();
      expect({ reachable, reason }).toEqual({
        reachable: false,
        reason: expect.stringMatching(/^No connection to 127\.0\.0\.1:\d+: .*ECONNREFUSED/),
      });
    });

    it('D12 says that another device answers', async () => {
      await open();
      rig.printer.behaviour.delay = 60_000;
      const { reachable, reason } = await test();
      expect({ reachable, reason }).toEqual({ reachable: false, reason: expect.stringContaining('does not answer as a ZPL printer') });
    });

    it('says that the head has another resolution', async () => {
      await open({ dpi: 203 });
      const { errors } = await test();
      expect(errors).toEqual([expect.stringContaining('300 dots per inch, but 203 are configured')]);
    });

    it('says what keeps the printer from printing, even if it answers little', async () => {
      await open();
      await rig.device.fail(true);
      await expect(test()).resolves.toEqual({ reachable: true, state: 'ERROR', errors: ['The print head is open.'] });
    });

    it('finds a printer without a count', async () => {
      await open({ hasVariables: false });
      await expect(test()).resolves.toMatchObject({ reachable: true, proof: 'none', errors: [] });
    });
  });
});
