import { afterEach, describe, expect, it } from 'vitest';
import { EngineConfigError } from '#controller/engines/engine-config-error.ts';
import type { EnginePrint } from '#controller/engines/engine.ts';
import { wsiKind } from '#controller/engines/wsi/wsi-kind.ts';
import type { WsiEmulatorOptions } from '../../../../../../electron/emulators/wsi/wsi-emulator.ts';
import { EngineFacts, numberedPrint } from '../../../../../contract/engines/engine-rig.ts';
import { makeWsiRig, type WsiRig } from '../../../../../contract/engines/wsi-rig.ts';
import { worded } from '#support/worded.ts';

describe('the wsi engine', () => {
  let rig: WsiRig;
  let facts: EngineFacts;

  afterEach(async () => {
    await rig.engine.stop();
    await rig.stop();
  });

  async function open(options: WsiEmulatorOptions = {}): Promise<void> {
    rig = await makeWsiRig(options);
    facts = new EngineFacts();
    rig.engine.listen(facts);
  }

  async function start(options: WsiEmulatorOptions = {}): Promise<void> {
    await open(options);
    await rig.engine.start();
    await inState('STARTED');
  }

  const inState = (state: string) => rig.clock.until(() => expect(rig.engine.condition().state).toBe(state));
  const send = (id: number, print: Partial<EnginePrint> = {}) => rig.clock.settled(rig.engine.send({ ...numberedPrint(id), ...print }));
  const decided = (id: number) => rig.clock.until(() => expect(facts.decidedIds).toContain(id));
  const message = (name: string, fields: Record<string, string>) => ({ message: { message: name, fields } });
  /** What was sent to the coder, without the questions for its status and count. */
  const commands = () =>
    rig.deps.frames
      .list()
      .filter(({ direction }) => direction === 'sent')
      .map(({ bytes }) => Buffer.from(bytes).toString('latin1').slice(1, -1))
      .filter((text) => !['E', 'GA'].includes(text));

  it('stops printing at first, fills the fields, and prints only until the count has moved', async () => {
    await open();
    rig.coder.isPrintOn = true;
    rig.deps.frames.record(true);
    await rig.engine.start();
    await inState('STARTED');
    expect({ commands: commands(), isPrintOn: rig.coder.isPrintOn }).toEqual({ commands: ['O0'], isPrintOn: false });
    await send(1, message('CODE', { A: '1', B: '2' }));
    await decided(1);
    expect(commands().slice(1)).toEqual(['MCODE', 'Q', 'UA\n1', 'UB\n2', 'O1', 'O0', 'DA', 'DB']);
    expect({ printed: facts.printedIds, isPrintOn: rig.coder.isPrintOn, fields: [...rig.coder.fields] }).toEqual({
      printed: [1],
      isPrintOn: false,
      fields: [],
    });
  });

  it('is proven by the count, one print at a time', async () => {
    await start();
    expect({ traits: rig.engine.traits, depth: rig.engine.depth }).toEqual({
      traits: { proof: 'count', clearsOnStart: true, counts: 'marks', leavesPartialPrints: true, preloads: true },
      depth: 1,
    });
  });

  it('prints a message without fields', async () => {
    await start();
    await send(1, message('TEST', {}));
    await decided(1);
    expect(rig.coder.marks).toEqual([{ kind: 'whole', message: 'TEST', values: [] }]);
  });

  it('cannot be used without a product detector of the coder', async () => {
    await open();
    const { configuration, deps } = rig;
    expect(() => wsiKind.make({ ...configuration, productDetector: 'none' }, deps)).toThrow(EngineConfigError);
    expect(() => wsiKind.make({ ...configuration, productDetector: 'none' }, deps)).toThrow(
      expect.objectContaining({ pointer: '/productDetector' }),
    );
  });

  it('does not use a coder that does not say its count', async () => {
    await open({ isComplete: false });
    await rig.engine.start();
    await rig.clock.until(() =>
      expect(worded(rig.engine.condition())).toMatchObject({
        state: 'ERROR',
        errors: [expect.stringContaining('refused to stop printing'), expect.stringContaining('does not report how many')],
      }),
    );
    await expect(send(1)).rejects.toMatchObject({ refusal: 'cannot-print' });
    const result = await rig.clock.settled(wsiKind.test(rig.configuration, rig.deps));
    expect(result).toMatchObject({ reachable: true, state: 'ERROR', errors: [expect.stringContaining('does not report how many')] });
  });

  it('lets no product have a part of the values when the coder refuses one', async () => {
    await start();
    await send(1);
    await decided(1);
    rig.coder.isRefusing = true;
    await expect(send(2, message('CODE', { A: '1', B: '2' }))).rejects.toMatchObject({
      name: 'EngineError',
      message: 'The coder refused the value of the field "A", or does not know that command.',
    });
    expect(rig.coder.isPrintOn).toBe(false);
    rig.coder.isRefusing = false;
    await inState('STARTED');
    await send(3);
    await decided(3);
  });

  it('stops when the coder shows another message than was selected', async () => {
    await start();
    await send(1);
    await decided(1);
    rig.coder.selected = 'TEST';
    await inState('ERROR');
    expect(worded(rig.engine.condition()).errors).toEqual([
      'The coder has selected the message "TEST" instead of "CODE". Select "CODE" at the coder, or restart the printer.',
    ]);
    rig.coder.selected = 'CODE';
    await inState('STARTED');
  });

  it('changes the message from print to print', async () => {
    await start();
    for (const [id, name] of [
      [1, 'CODE'],
      [2, 'BEST BEFORE'],
      [3, 'CODE'],
    ] as const) {
      await send(id, message(name, { A: String(id) }));
      await decided(id);
    }
    expect({ printed: facts.printedIds, messages: rig.coder.marks.map((mark) => mark.message) }).toEqual({
      printed: [1, 2, 3],
      messages: ['CODE', 'BEST BEFORE', 'CODE'],
    });
  });

  it('is in ERROR for a message that the coder does not have, until an abort', async () => {
    await start();
    await expect(send(1, message('NO SUCH', {}))).rejects.toMatchObject({
      name: 'EngineError',
      message: expect.stringContaining('to select the message "NO SUCH"'),
    });
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'ERROR', errors: [expect.stringContaining('"NO SUCH"')] });
    await expect(rig.engine.abort()).resolves.toEqual([]);
    await send(2);
    await decided(2);
    expect(rig.device.marks()).toEqual([2]);
  });

  it('shows warnings with the ink', async () => {
    await start();
    rig.coder.set('service-overdue', true);
    await rig.clock.until(() =>
      expect(worded(rig.engine.condition()).ink).toMatchObject([
        { ragStatus: 'AMBER', warnings: ['The service of the ink core is overdue.'] },
      ]),
    );
    expect(worded(rig.engine.condition())).toMatchObject({ state: 'STARTED', errors: [] });
  });
});
