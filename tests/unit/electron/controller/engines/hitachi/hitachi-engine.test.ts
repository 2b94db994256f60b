import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { EngineConfigError } from '#controller/engines/engine-config-error.ts';
import { hitachiKind } from '#controller/engines/hitachi/hitachi-kind.ts';
import { makeHitachiRig, type HitachiRig } from '../../../../../contract/engines/hitachi-rig.ts';
import { EngineFacts, numberedPrint } from '../../../../../contract/engines/engine-rig.ts';
import type { HitachiEmulatorOptions } from '../../../../../../electron/emulators/hitachi/hitachi-emulator.ts';
import { worded } from '#support/worded.ts';

describe('the hitachi engine', () => {
  let rig: HitachiRig;
  let facts: EngineFacts;

  afterEach(async () => {
    await rig.engine.stop();
    await rig.stop();
  });

  async function open(options?: HitachiEmulatorOptions): Promise<void> {
    rig = await makeHitachiRig(options);
    facts = new EngineFacts();
    rig.engine.listen(facts);
  }

  async function start(options?: HitachiEmulatorOptions): Promise<void> {
    await open(options);
    await rig.engine.start();
    await inState('STARTED');
  }

  function inState(state: string): Promise<void> {
    return rig.clock.until(() => expect(rig.engine.condition().state).toBe(state));
  }

  function send(id: number, message?: DeviceMessage): Promise<void> {
    return rig.clock.settled(rig.engine.send({ ...numberedPrint(id), ...(message && { message }) }));
  }

  function confirmed(id: number): Promise<void> {
    return rig.clock.until(() => expect(facts.printedIds).toContain(id));
  }

  const message = (name: string, fields: Record<string, string>): DeviceMessage => ({ message: name, fields });

  it('proves prints by the count, one in the device, and cannot list its messages', async () => {
    await start();
    expect({ traits: rig.engine.traits, depth: rig.engine.depth }).toEqual({
      traits: { proof: 'count', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true, preloads: true },
      depth: 1,
    });
    await expect(rig.engine.messages?.list()).resolves.toBeUndefined();
  });

  it.each(['none', 'line'] as const)('cannot work without the product sensor of the coder: %s', async (productDetector) => {
    await open();
    const make = () => hitachiKind.make({ ...rig.configuration, productDetector }, rig.deps);
    expect(make).toThrow(EngineConfigError);
    expect(make).toThrow(expect.objectContaining({ pointer: '/productDetector' }));
  });

  it('writes the values into their items, and blanks them when they are printed', async () => {
    await start();
    await send(1, message('6', { 2: '01012027', 4: 'A1' }));
    await confirmed(1);
    await rig.clock.until(() => expect(rig.coder.mechanism.characters.trim()).toBe('EXP          NO'));
    await send(2, message('5', { 2: 'B2' }));
    await confirmed(2);
    expect(rig.coder.prints).toEqual([
      { kind: 'label', message: '6', fields: { 2: '01012027', 4: 'A1' } },
      { kind: 'label', message: '5', fields: { 2: 'B2' } },
    ]);
  });

  it('prints no value twice while products come and no value follows', async () => {
    await start({ productEvery: 1_000 });
    const count = rig.device.count();
    await rig.clock.until(() => expect(rig.device.count()).toBeGreaterThan(count));
    await send(1);
    await confirmed(1);
    await rig.clock.pass(10_000);
    expect(rig.coder.prints.filter(({ fields }) => fields['2'] === '1')).toHaveLength(1);
  });

  it('D15 takes no product without a value for the print of a value that was aborted', async () => {
    await start({ productEvery: 1_000 });
    const count = rig.device.count();
    await rig.clock.until(() => expect(rig.device.count()).toBeGreaterThan(count));
    await send(1);
    await expect(rig.clock.settled(rig.engine.abort())).resolves.toEqual([]);
    await rig.clock.until(() => expect(facts.decidedIds).toEqual([1]));
    expect({ printed: facts.printedIds, marks: rig.coder.prints.filter(({ fields }) => fields['2'] === '1') }).toEqual({
      printed: [],
      marks: [],
    });
  });

  it.each([700, 1_000])('A2 leaves no value in a coder that answers after %i ms, once its caller has given up', async (delay) => {
    await start();
    rig.device.hold('waiting');
    rig.device.delay(delay);
    await expect(send(1)).rejects.toMatchObject({ name: 'EngineError', message: expect.stringContaining('took more than 3600 ms') });
    const sent: unknown = await send(2).catch((error: unknown) => error);
    rig.device.delay(0);
    await rig.clock.pass(10_000);
    rig.device.release();
    await rig.clock.pass(5_000);
    const isInTime = sent === undefined;
    expect({ isInTime, marks: rig.device.marks() }).toEqual({ isInTime: delay === 700, marks: isInTime ? [2] : [] });
  });

  it('D4 leaves a print open when a second product passes before the value is removed', async () => {
    await start();
    const { mechanism } = rig.coder;
    const apply = mechanism.setCharacters.bind(mechanism);
    rig.device.hold('waiting');
    await send(1);
    mechanism.setCharacters = (characters) => {
      if (characters.trim() === 'LOT') mechanism.printTests(1);
      apply(characters);
    };
    rig.device.release();
    await rig.clock.until(() => expect(facts.unresolvedIds).toEqual([1]));
    expect(facts.printedIds).toEqual([]);
  });

  it('leaves a print open when a product was under the head before its value was loaded', async () => {
    await open({ productEvery: 1_000, printTime: Infinity });
    const engine = hitachiKind.make({ ...rig.configuration, printDelay: 100 }, rig.deps);
    engine.listen(facts);
    await engine.start();
    await rig.clock.until(() => expect(engine.condition().state).toBe('STARTED'));
    await rig.clock.pass(1_500);
    await rig.clock.settled(engine.send({ ...numberedPrint(1), message: message('5', { 2: '1' }) }));
    rig.coder.mechanism.finish();
    await rig.clock.until(() => expect(facts.decidedIds).toEqual([1]));
    expect({ printed: facts.printedIds, unresolved: facts.unresolvedIds }).toEqual({ printed: [], unresolved: [1] });
    await engine.stop();
  });

  it('leaves a print open when products come so fast that two may have got it', async () => {
    await start();
    rig.device.hold('waiting');
    await send(1);
    rig.device.printAtPanel(2);
    await rig.clock.until(() => expect(facts.unresolvedIds).toEqual([1]));
    await inState('STARTED');
    rig.device.release();
    await rig.clock.pass(5_000);
    expect({ marks: rig.device.marks(), printed: facts.printedIds }).toEqual({ marks: [], printed: [] });
    await inState('STARTED');
  });

  it.each([
    [message('7', { 2: 'A' }), 'The coder refused a request for 0x1006 with the Modbus exception 3: it does not take this value.'],
    [message('5', { 3: 'A' }), 'The message 5 on the coder has no item 3 with characters.'],
  ])('is in ERROR for the message %j, until an abort', async (wanted, sentence) => {
    await start();
    await expect(send(1, wanted)).rejects.toMatchObject({ name: 'EngineError', refusal: 'cannot-print', message: sentence });
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [sentence] });
    await rig.engine.abort();
    await send(2);
    await confirmed(2);
    expect(rig.device.marks()).toEqual([2]);
  });

  it('is in ERROR when the items are not as they were written', async () => {
    await start();
    const { mechanism } = rig.coder;
    mechanism.setCharacters = () => undefined;
    mechanism.recall = () => {
      mechanism.items = ['LOT ', 'OLD'.padEnd(20)];
      return true;
    };
    await expect(send(1)).rejects.toMatchObject({
      name: 'EngineError',
      message: 'The coder has "OLD                 " in the message 5 where it was told to have blanks.',
    });
    expect(rig.engine.condition().state).toBe('ERROR');
  });

  it.each([
    [message('BBE', { 2: 'A' }), 'The coder numbers its messages from 1 to 2000: "BBE" is none.'],
    [message('2001', { 2: 'A' }), 'The coder numbers its messages from 1 to 2000: "2001" is none.'],
    [message('5', { Code: 'A' }), 'The coder numbers the items of a message from 1 to 100: the field "Code" is none.'],
    [message('5', { 2: 'ü' }), 'The value of the field "2" has a character that the coder cannot take: U+00FC.'],
    [message('5', { 2: ' ' }), 'The value of the field "2" is empty.'],
    [message('5', { 2: 'x'.repeat(21) }), 'The value of the field "2" has 21 characters, item 2 of the message 5 has 20.'],
  ])('refuses %j and goes on', async (wanted, sentence) => {
    await start();
    await expect(send(1, wanted)).rejects.toMatchObject({ name: 'EngineError', message: sentence });
    expect(rig.engine.condition().state).toBe('STARTED');
    await send(2);
    await confirmed(2);
    expect(rig.device.marks()).toEqual([2]);
  });

  it('sets a coder on line on a new connection, and not again', async () => {
    await open();
    rig.coder.registers.isOnLine = false;
    await rig.engine.start();
    await inState('STARTED');
    rig.coder.registers.isOnLine = false;
    await inState('ERROR');
    expect(worded(rig.engine.condition()).errors).toEqual(['The coder is off line: set it on line at its panel.']);
    await rig.clock.pass(10_000);
    expect(rig.coder.registers.isOnLine).toBe(false);
    rig.coder.registers.isOnLine = true;
    await inState('STARTED');
  });

  it('removes nothing from a message of another layout', async () => {
    await start();
    await send(1);
    await confirmed(1);
    await rig.engine.stop();
    const { mechanism } = rig.coder;
    mechanism.recall(6);
    mechanism.setCharacters('EXP 01012027 NO A'.padEnd(mechanism.characters.length));
    const { characters } = mechanism;
    await rig.engine.start();
    await inState('STARTED');
    expect(mechanism.characters).toBe(characters);
  });

  it('does not print while it cannot know what the coder holds', async () => {
    await open();
    writeFileSync(join(rig.deps.folder, 'items.json'), '{');
    await rig.engine.start();
    await rig.clock.until(() => expect(worded(rig.engine.condition()).errors[0]).toMatch(/^What the coder may hold is not known/));
    await expect(send(1)).rejects.toMatchObject({ refusal: 'cannot-print' });
  });

  it('remembers the items before it loads the first value', async () => {
    await start();
    expect(existsSync(join(rig.deps.folder, 'items.json'))).toBe(false);
    rig.device.hold('waiting');
    await send(1);
    expect(existsSync(join(rig.deps.folder, 'items.json'))).toBe(true);
  });

  it('goes on after all items of the message were blank', async () => {
    await start();
    await send(1);
    await confirmed(1);
    rig.coder.mechanism.operation = 0x35;
    await rig.clock.pass(2_000);
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'STARTED', errors: [] });
  });

  it('leaves open a print that a power cut has interrupted: a part of it is on a product', async () => {
    await start();
    rig.device.hold('begun');
    await send(1);
    await rig.clock.pass(300);
    await rig.device.cutPower();
    await inState('ERROR');
    rig.device.release();
    await rig.device.restorePower();
    await rig.clock.until(() => expect(facts.decidedIds).toEqual([1]));
    expect({ unresolved: facts.unresolvedIds, spoilt: rig.device.spoilt(), marks: rig.device.marks() }).toEqual({
      unresolved: [1],
      spoilt: [1],
      marks: [],
    });
  });

  it('reports a print whose value was on its way when the connection was lost only when the count is known, which may settle it', async () => {
    await start();
    const counts: (number | undefined)[] = [];
    rig.engine.listen(
      Object.assign(facts, { unresolved: (id: number) => counts.push(facts.unresolvedIds.push(id) && rig.engine.count?.()) }),
    );
    await send(1);
    await confirmed(1);
    const before = rig.device.count();
    const { mechanism } = rig.coder;
    const apply = mechanism.setCharacters.bind(mechanism);
    mechanism.setCharacters = (characters) => {
      if (characters.trim() !== 'LOT') rig.device.freeze();
      apply(characters);
    };
    await expect(send(2)).rejects.not.toMatchObject({ name: 'EngineError' });
    await rig.clock.until(() => expect(facts.unresolvedIds).toEqual([2]));
    expect({ counts, marks: rig.device.marks() }).toEqual({ counts: [before + 1], marks: [1, 2] });
  });
});
