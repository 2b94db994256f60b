import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import { makeZipherRig, type ZipherRig, type ZipherRigOptions } from '../../../../../contract/engines/zipher-rig.ts';
import { EngineFacts, numberedPrint } from '../../../../../contract/engines/engine-rig.ts';
import { worded } from '#support/worded.ts';

describe('the zipher engine', () => {
  let rig: ZipherRig;
  let facts: EngineFacts;

  afterEach(async () => {
    await rig.engine.stop();
    await rig.stop();
  });

  async function open(options?: ZipherRigOptions): Promise<void> {
    rig = await makeZipherRig(options);
    facts = new EngineFacts();
    rig.engine.listen(facts);
    await rig.engine.start();
  }

  async function start(options?: ZipherRigOptions): Promise<void> {
    await open(options);
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

  it('proves prints by their index, two in the device, or one that it is told to print', async () => {
    await start();
    expect({ traits: rig.engine.traits, depth: rig.engine.depth }).toEqual({
      traits: { proof: 'id', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true, preloads: true },
      depth: 2,
    });
    await rig.engine.stop();
    await rig.stop();
    await start({ productDetector: 'none' });
    expect(rig.engine.depth).toBe(1);
  });

  it.each(['none', 'line'] as const)('tells the device to print if it does not detect the products itself: %s', async (productDetector) => {
    await start({ productDetector });
    await send(1, message('Code', { Code: 'A1' }));
    await confirmed(1);
    expect(rig.coder.prints).toEqual([{ kind: 'label', message: 'Code', fields: { Code: 'A1' } }]);
  });

  it('selects the message of each print, and gives its fields their values in any order', async () => {
    await start();
    await send(1, message('Best before', { Date: '2027-01-01', Code: 'A1' }));
    await confirmed(1);
    await send(2, message('Best before', { Code: 'A2', Date: '2027-01-02' }));
    await confirmed(2);
    await send(3, message('Code', { Code: 'A3' }));
    await confirmed(3);
    expect(rig.coder.prints).toEqual([
      { kind: 'label', message: 'Best before', fields: { Date: '2027-01-01', Code: 'A1' } },
      { kind: 'label', message: 'Best before', fields: { Date: '2027-01-02', Code: 'A2' } },
      { kind: 'label', message: 'Code', fields: { Code: 'A3' } },
    ]);
  });

  it('does not change the message while values of another one wait', async () => {
    await start();
    rig.device.hold('waiting');
    await send(1);
    await expect(send(2, message('Best before', { Code: 'A2' }))).rejects.toMatchObject({ refusal: 'buffer-full' });
    rig.device.release();
    await confirmed(1);
    expect(rig.device.marks()).toEqual([1]);
  });

  it.each([
    [
      'that it does not have',
      message('Other', { Code: 'A' }),
      'The coder does not select the message "Other": it has no message of that name.',
    ],
    ['without a field', message('Code', { Other: 'A' }), 'The message "Code" on the coder has no field "Other".'],
  ])('is in ERROR for a message %s, until an abort', async (_, wanted, sentence) => {
    await start();
    await expect(send(1, wanted)).rejects.toMatchObject({ name: 'EngineError', refusal: 'cannot-print', message: sentence });
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [sentence] });
    await expect(send(2)).rejects.toMatchObject({ refusal: 'cannot-print', message: sentence });
    await expect(rig.engine.abort()).resolves.toEqual([]);
    await send(3);
    await confirmed(3);
    expect(rig.device.marks()).toEqual([3]);
  });

  it('is in ERROR while another message is selected at the panel, and selects its own again after that', async () => {
    await start();
    await send(1);
    await confirmed(1);
    rig.coder.mechanism.job = 'Best before';
    await rig.clock.until(() =>
      expect(worded(rig.engine.condition()).errors).toEqual([
        'The coder has selected the message "Best before" instead of "Code". Select "Code" at the coder, or restart the printer.',
      ]),
    );
    await expect(send(2)).rejects.toMatchObject({ refusal: 'cannot-print' });
    Object.assign(rig.coder.mechanism, { job: 'Code', header: [] });
    await inState('STARTED');
    await send(3);
    await confirmed(3);
    expect(rig.device.marks()).toEqual([1, 3]);
  });

  it('drops a value when another message is selected at the panel while it waits', async () => {
    await start();
    rig.device.hold('waiting');
    await send(1);
    rig.coder.mechanism.job = 'Best before';
    await rig.clock.until(() => expect(facts.failedIds).toEqual([1]));
    rig.device.release();
    await rig.clock.pass(5_000);
    expect(rig.device.marks()).toEqual([]);
  });

  it('D15 does not load a value that was aborted while its message was selected', async () => {
    await start();
    const sent = rig.engine.send(numberedPrint(1)).catch((error: unknown) => error);
    const aborted = rig.engine.abort();
    await expect(rig.clock.settled(sent)).resolves.toMatchObject({ name: 'EngineError' });
    await expect(rig.clock.settled(aborted)).resolves.toEqual([]);
    await rig.clock.pass(5_000);
    expect(rig.device.marks()).toEqual([]);
  });

  it.each([
    [{}, 'The message "Code" gets no values: assign at least one field.'],
    [{ Code: 'a|b' }, 'The value of the field "Code" has a character that the coder cannot take: "|" (U+007C).'],
  ])('refuses the fields %j and sends nothing', async (fields, sentence) => {
    await start();
    await expect(send(1, message('Code', fields))).rejects.toMatchObject({ name: 'EngineError', message: sentence });
    expect(rig.engine.condition().state).toBe('STARTED');
  });

  it('is in ERROR on a device without a serialization buffer, and its test says so', async () => {
    await open({ hasSerialization: false });
    const sentence = 'The coder has no serialization buffer: its software is too old, or the option is not installed.';
    await rig.clock.until(() => expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [sentence] }));
    await expect(rig.clock.settled(rig.test())).resolves.toMatchObject({ reachable: true, state: 'ERROR', errors: [sentence] });
  });

  it('lists the messages with their fields', async () => {
    await start();
    await expect(rig.clock.settled(rig.engine.messages!.list())).resolves.toEqual([
      { name: 'Code', fields: ['Code'] },
      { name: 'Best before', fields: ['Date', 'Batch', 'Code'] },
    ]);
    await rig.engine.stop();
    await expect(rig.engine.messages!.list()).resolves.toBeUndefined();
  });

  it.each([
    [4, 'STANDBY'],
    [1, 'STARTING'],
    [0, 'ERROR'],
    [2, 'ERROR'],
  ])('refuses prints while the overall state of the device is %j', async (overall, state) => {
    await start();
    rig.coder.mechanism.setOverall(overall);
    await inState(state);
    await expect(send(1)).rejects.toMatchObject({ refusal: 'cannot-print' });
    rig.coder.mechanism.setOverall(3);
    await inState('STARTED');
  });

  it('takes the last index of the device for no confirmation of a print with the same number', async () => {
    await open();
    rig.coder.mechanism.lastIndex = 5;
    await inState('STARTED');
    rig.device.hold('waiting');
    await send(5);
    await rig.clock.pass(3_000);
    expect(facts.printedIds).toEqual([]);
    rig.device.release();
    await confirmed(5);
  });

  it('sends a waiting value again after a fault, because no print had begun', async () => {
    await start();
    rig.device.hold('waiting');
    await send(1);
    await rig.device.fail(false);
    await rig.clock.until(() => expect(facts.failedIds).toEqual([1]));
    await rig.device.repair();
    rig.device.release();
    await inState('STARTED');
    await rig.clock.pass(5_000);
    expect({ marks: rig.device.marks(), unresolved: facts.unresolvedIds }).toEqual({ marks: [], unresolved: [] });
  });

  it('reports a value that was removed at the panel', async () => {
    await start();
    rig.device.hold('waiting');
    await send(1);
    rig.coder.mechanism.clear();
    await rig.clock.until(() => expect(facts.failedIds).toEqual([1]));
  });

  it('reports prints that were made at the panel', async () => {
    await start();
    const { changes } = facts;
    rig.device.printAtPanel(2);
    await rig.clock.until(() => expect(rig.engine.count?.()).toBe(rig.device.count()));
    expect(facts.changes).toBeGreaterThan(changes);
  });

  it('drops a value that it could not tell the device to print', async () => {
    await start({ productDetector: 'none' });
    rig.device.hold('waiting');
    await send(1);
    await rig.device.fail(false);
    rig.device.release();
    await rig.clock.until(() => expect(facts.decidedIds).toEqual([1]));
    expect(facts.printedIds).toEqual(rig.device.marks());
  });

  it('records every byte', async () => {
    await open();
    rig.deps.frames.record(true);
    await inState('STARTED');
    await send(17);
    await confirmed(17);
    const sent = rig.deps.frames.list().map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
    expect(sent).toEqual(expect.arrayContaining(['\rVER\r', 'SCB\r', 'SLA|Code|\r', 'SHO|Code|\r', 'SID|17|17|\r', 'SLR|17|\r']));
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
});
