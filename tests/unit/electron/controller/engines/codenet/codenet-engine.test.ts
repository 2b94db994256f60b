import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { codenetKind } from '#controller/engines/codenet/codenet-kind.ts';
import type { EnginePrint } from '#controller/engines/engine.ts';
import { makeCodenetRig, type CodenetRig, type CodenetRigOptions } from '../../../../../contract/engines/codenet-rig.ts';
import { EngineFacts, numberedPrint } from '../../../../../contract/engines/engine-rig.ts';
import { worded } from '#support/worded.ts';

describe('the codenet engine', () => {
  let rig: CodenetRig;
  let facts: EngineFacts;

  afterEach(async () => {
    await rig.engine.stop();
    await rig.stop();
  });

  async function open(options: CodenetRigOptions = {}): Promise<void> {
    rig = await makeCodenetRig(options);
    facts = new EngineFacts();
    rig.engine.listen(facts);
  }

  async function start(options: CodenetRigOptions = {}): Promise<void> {
    await open(options);
    await rig.engine.start();
    await inState('STARTED');
  }

  const inState = (state: string) => rig.clock.until(() => expect(rig.engine.condition().state).toBe(state));
  const send = (id: number, print: Partial<EnginePrint> = {}) => rig.clock.settled(rig.engine.send({ ...numberedPrint(id), ...print }));
  const printed = async (id: number, print: Partial<EnginePrint> = {}) => {
    await send(id, print);
    await rig.clock.until(() => expect(facts.printedIds).toContain(id));
  };
  const decided = (id: number) => rig.clock.until(() => expect(facts.decidedIds).toContain(id));
  const message = (name: string, value: string) => ({ message: { message: name, fields: { '1': value } } });
  /** What was sent to the coder, without the questions for its status. */
  const commands = () =>
    rig.deps.frames
      .list()
      .filter(({ direction }) => direction === 'sent')
      .map(({ bytes }) => Buffer.from(bytes).toString('latin1').slice(1, -1))
      .filter((text) => !['OS?', 'O1?', 'T2?'].includes(text));

  it('identifies and clears the coder, then selects the message and brings the values', async () => {
    await open();
    rig.deps.frames.record(true);
    await rig.engine.start();
    await inState('STARTED');
    expect(commands()).toEqual(['A?', '}J1', '}J0', 'I1A']);
    await send(1, message('CODE', 'A-1'));
    expect(commands().slice(4)).toEqual(['ON104CODE', 'P1?', 'OE0003A-1']);
    await decided(1);
    expect(rig.coder.marks).toEqual([{ kind: 'whole', message: 'CODE', values: ['A-1'] }]);
  });

  it.each(['none', 'line'] as const)('gives the print go if the coder does not detect the products itself: %s', async (productDetector) => {
    await open({ productDetector });
    rig.deps.frames.record(true);
    await rig.engine.start();
    await inState('STARTED');
    await printed(1);
    expect(commands().filter((text) => text === 'N1')).toEqual(['N1']);
  });

  it('is proven by reports, and by the count where there is one', async () => {
    await start();
    expect(rig.engine.traits).toEqual({ proof: 'ack', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true, preloads: true });
    await rig.engine.stop();
    await rig.stop();
    await start({ counter: 'refused' });
    expect(rig.engine.traits).toEqual({ proof: 'ack', clearsOnStart: true, leavesPartialPrints: true, preloads: true });
    await expect(rig.engine.messages?.list()).resolves.toBeUndefined();
  });

  it('selects a message only when it changes, and again on a new connection', async () => {
    await start();
    rig.deps.frames.record(true);
    await printed(1, message('CODE', 'A'));
    await printed(2, message('CODE', 'B'));
    await printed(3, message('BEST BEFORE', 'C'));
    await rig.device.unplug();
    await inState('ERROR');
    await rig.device.plugIn();
    await inState('STARTED');
    await printed(4, message('BEST BEFORE', 'D'));
    expect(commands().filter((text) => text.startsWith('ON'))).toEqual(['ON104CODE', 'ON111BEST BEFORE', 'ON111BEST BEFORE']);
    expect(rig.coder.marks.map((mark) => [mark.message, ...mark.values])).toEqual([
      ['CODE', 'A'],
      ['CODE', 'B'],
      ['BEST BEFORE', 'C'],
      ['BEST BEFORE', 'D'],
    ]);
  });

  it('stops when the coder shows another message than was selected, and goes on when it shows the right one', async () => {
    await start();
    let selected = 'OTHER';
    Object.defineProperty(rig.coder, 'selected', { get: () => selected, set: () => undefined });
    await expect(send(1)).rejects.toMatchObject({ name: 'EngineError', message: expect.stringMatching(/"OTH" instead of "CODE"/) });
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [expect.stringContaining('"OTH" instead of "CODE"')] });
    await expect(send(2)).rejects.toMatchObject({ refusal: 'cannot-print' });
    expect(rig.coder.block).toBeUndefined();
    selected = 'CODE';
    await inState('STARTED');
    await printed(3);
  });

  it('notices that a person has selected another message at the coder', async () => {
    await start();
    await printed(1);
    rig.coder.selected = 'TEST';
    await inState('ERROR');
    expect(worded(rig.engine.condition()).errors).toEqual([
      'The coder has selected the message "TES" instead of "CODE". Select "CODE" at the coder, or restart the printer.',
    ]);
    await rig.engine.stop();
    await rig.engine.start();
    await inState('STARTED');
    await printed(2);
    expect(rig.coder.marks.map((mark) => mark.message)).toEqual(['CODE', 'CODE']);
  });

  it('is in ERROR for a message that the coder does not have, until an abort', async () => {
    await start();
    const sentence = 'The coder refused to select the label "NO SUCH": it has no such label (NAK 052).';
    await expect(send(1, message('NO SUCH', 'A'))).rejects.toMatchObject({
      name: 'EngineError',
      refusal: 'cannot-print',
      message: sentence,
    });
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [sentence] });
    await expect(send(2)).rejects.toMatchObject({ refusal: 'cannot-print', message: sentence });
    await expect(rig.engine.abort()).resolves.toEqual([]);
    await printed(3);
  });

  it.each([
    ['no message', { message: undefined }, 'names no message'],
    ['a value that the coder cannot take', message('CODE', 'ä'), 'The field "1" has the character "ä"'],
  ])('refuses a print with %s', async (_, print, reason) => {
    await start();
    await expect(send(1, print)).rejects.toMatchObject({ refusal: 'cannot-print', message: expect.stringContaining(reason) });
    expect(rig.engine.condition().state).toBe('STARTED');
  });

  it('clears values of another program, and does not print them', async () => {
    await start();
    rig.coder.block = 'FOREIGN';
    await expect(send(1)).rejects.toMatchObject({ refusal: 'device-failed', message: expect.stringContaining('NAK 000') });
    await inState('STARTED');
    await printed(2);
    expect(rig.device.marks()).toEqual([2]);
  });

  it('sends nothing that clears or prints to a coder of another type', async () => {
    await open({ expected: { model: 'Domino A-Series plus A100' } });
    rig.coder.block = 'VALUES';
    await rig.engine.start();
    await inState('ERROR');
    expect(worded(rig.engine.condition()).errors[0]).toMatch(
      /Domino Ax-Series 56060-67|Domino Ax-Series instead of Domino A-Series plus A100/,
    );
    await expect(send(1)).rejects.toMatchObject({ refusal: 'cannot-print' });
    await rig.clock.pass(5_000);
    expect({ block: rig.coder.block, report: rig.coder.report, state: rig.engine.condition().state }).toEqual({
      block: 'VALUES',
      report: ' ',
      state: 'ERROR',
    });
  });

  it('clears a print whose print go the coder refuses', async () => {
    await start({ productDetector: 'none' });
    rig.coder.isRefusingGo = true;
    await send(1);
    await decided(1);
    expect({ failed: facts.failedIds, block: rig.coder.block }).toEqual({ failed: [1], block: undefined });
    rig.coder.isRefusingGo = false;
    await inState('STARTED');
    await printed(2);
  });

  it('gives no values to a coder that is too slow to be waited for', async () => {
    await start();
    rig.device.delay(1_500);
    await expect(send(1)).rejects.toMatchObject({ refusal: 'device-failed', message: expect.stringContaining('took more than') });
    expect(rig.coder.block).toBeUndefined();
  });

  it('drops a print that is aborted while it is sent', async () => {
    await start();
    const sent = rig.engine.send(numberedPrint(1)).catch((error: unknown) => error);
    const aborted = rig.engine.abort();
    await expect(rig.clock.settled(sent)).resolves.toMatchObject({ name: 'EngineError' });
    await expect(rig.clock.settled(aborted)).resolves.toEqual([]);
    await rig.clock.pass(5_000);
    expect(rig.device.marks()).toEqual([]);
    await printed(2);
  });

  it('prints with a coder that does not tell the state of its jet', async () => {
    await start({ hasJetState: false });
    await printed(1);
  });

  it('shows that the jet is off, and what the ink needs', async () => {
    await start();
    rig.coder.set('jet-off', true);
    await inState('STANDBY');
    await expect(send(1)).rejects.toMatchObject({ refusal: 'cannot-print', message: 'The printer is STANDBY.' });
    rig.coder.set('jet-off', false);
    rig.coder.set('ink-low', true);
    await rig.clock.until(() =>
      expect(worded(rig.engine.condition()).ink).toMatchObject([{ level: 'LOW', warnings: ['The ink is low.'] }]),
    );
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'STARTED', errors: [] });
  });

  it('tells in a test that something else answers at the address', async () => {
    await open();
    const server = createServer((socket) => socket.end('220 mail\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const engine = { ...rig.configuration.engine, port };
    const result = await rig.clock.settled(codenetKind.test({ ...rig.configuration, engine }, rig.deps));
    server.close();
    expect(result).toMatchObject({ reachable: false, reason: expect.stringContaining('does not answer as this kind of coder') });
  });

  it('tells in a test what keeps the coder from printing, and which one it is', async () => {
    await open({ expected: { model: 'Domino A-Series plus Duo' } });
    rig.coder.set('gutter-dry', true);
    const result = await rig.clock.settled(
      codenetKind.test(rig.configuration, { ...rig.deps, expected: { model: 'Domino A-Series plus Duo' } }),
    );
    expect(result).toMatchObject({
      reachable: true,
      identity: { model: 'Domino Ax-Series' },
      state: 'ERROR',
      errors: [expect.stringContaining('Another device answers'), 'The gutter is dry: no ink returns from the head.'],
    });
  });
});
