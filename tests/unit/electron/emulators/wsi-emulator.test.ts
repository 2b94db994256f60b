import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { WsiEmulator, type WsiEmulatorOptions } from '../../../../electron/emulators/wsi/wsi-emulator.ts';
import { HandClock } from '../controller/engines/hand-clock.ts';

describe('the emulator of a Videojet coder', () => {
  let clock: HandClock;
  let coder: WsiEmulator;
  let socket: Socket;
  let answers: string;

  beforeEach(() => open());
  afterEach(() => close());

  async function open(options: WsiEmulatorOptions = {}): Promise<void> {
    clock = new HandClock();
    coder = new WsiEmulator({ timers: clock, productTime: 100, printTime: 100, count: 12_345, messages: ['CODE'], ...options });
    await coder.start();
    answers = '';
    socket = connect(coder.port, '127.0.0.1');
    socket.on('data', (bytes) => (answers += bytes.toString('latin1')));
    await once(socket, 'connect');
  }

  async function close(): Promise<void> {
    socket.destroy();
    await coder.stop();
  }

  /** Sends data in a frame, and returns the answer. */
  async function ask(data: string): Promise<string> {
    answers = '';
    socket.write(Buffer.from(`\x02${data}\x03`, 'latin1'));
    return untilHolds(() => {
      if (!/^(?:[$!]..|\x02[^\x03]*\x03)$/.test(answers)) throw new Error(`no answer: ${answers}`);
      return answers;
    });
  }

  it.each([
    ['E', '\x020000001\x03'],
    ['GA', '\x020000012345\x03'],
    ['GB', '\x020000012345\x03'],
    ['RA', '$93'],
    ['RB', '$94'],
    ['MCODE', '$68'],
    ['MNO SUCH', '!3D'],
    ['USERIAL\nA1', '$91'],
    [`USERIAL\n${'x'.repeat(51)}`, '!07'],
    ['DSERIAL', '!04'],
    ['O0', '$7F'],
    ['Z260110123000', '$AA'],
    ['L16 High Zero Logo\n16\n013\n1FFC3FFE701F603B', '$9A'],
    ['X', '!58'],
  ])('answers %j', async (data, answer) => {
    await expect(ask(data)).resolves.toBe(answer);
  });

  it('answers several frames, and skips what is between them', async () => {
    socket.write(Buffer.from('\nnoise\x02MCODE\x03\n\x02Q\x03', 'latin1'));
    await untilHolds(() => expect(answers).toBe('$68\x02CODE\x03'));
  });

  it('prints the values on every product while printing is on', async () => {
    for (const data of ['MCODE', 'USERIAL\nA1', 'UDATE\n1.1.', 'O1']) await ask(data);
    clock.advance(200);
    coder.head.passProduct();
    clock.advance(200);
    await ask('O0');
    coder.head.passProduct();
    clock.advance(200);
    const mark = { kind: 'whole', message: 'CODE', values: ['A1', '1.1.'] };
    expect(coder.marks).toEqual([mark, mark]);
    await expect(ask('GA')).resolves.toBe('\x020000012347\x03');
  });

  it('begins no print once printing is off, and finishes one that is begun', async () => {
    for (const data of ['MCODE', 'USERIAL\nA1', 'O1']) await ask(data);
    clock.advance(150);
    await ask('O0');
    clock.advance(100);
    expect(coder.marks).toHaveLength(1);
  });

  it('knows less in models that have no count', async () => {
    await close();
    await open({ isComplete: false });
    await expect(ask('GA')).resolves.toBe('!88');
    await expect(ask('Q')).resolves.toBe('!51');
    await expect(ask('E')).resolves.toBe('\x020000001\x03');
  });

  it('shows its faults, and does not print meanwhile', async () => {
    for (const data of ['MCODE', 'O1']) await ask(data);
    coder.set('gutter-fault', true);
    clock.advance(200);
    expect(coder.marks).toEqual([]);
    await expect(ask('E')).resolves.toBe('\x024000004\x03');
  });
});
