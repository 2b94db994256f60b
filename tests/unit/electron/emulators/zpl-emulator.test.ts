import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { ZplEmulator } from '../../../../electron/emulators/zpl/zpl-emulator.ts';
import { HandClock } from '../controller/engines/hand-clock.ts';

const LABEL = '^XA^PW8^LL1^FO0,0^GFA,1,1,1,80^FS^PQ1^XZ';
const IDENTIFICATION = '\x02EMULATOR-300dpi,V1.0.0,12,8192KB\x03\r\n';

describe('the emulator of a label printer', () => {
  let clock: HandClock;
  let printer: ZplEmulator;
  let socket: Socket;
  let answers: string;

  beforeEach(async () => {
    clock = new HandClock();
    printer = new ZplEmulator({ timers: clock, printTime: 100, takeTime: 1_000, count: 40 });
    await printer.start();
    answers = '';
    socket = connect(printer.port, '127.0.0.1');
    socket.on('data', (bytes) => (answers += bytes.toString('latin1')));
  });
  afterEach(async () => {
    socket.destroy();
    await printer.stop();
  });

  const answered = (text: string) => untilHolds(() => expect(answers).toBe(text));
  /** Sends bytes and waits until the printer has followed them. */
  async function send(text: string): Promise<void> {
    answers = '';
    socket.write(`${text}~HI`);
    await untilHolds(() => expect(answers.endsWith(IDENTIFICATION)).toBe(true));
    answers = answers.slice(0, -IDENTIFICATION.length);
  }
  async function status(): Promise<string[]> {
    await send('~HS');
    return answers.split('\r\n').map((line) => line.slice(1, -1));
  }

  it('answers its status in three lines', async () => {
    await send('~HS');
    await answered('\x02030,0,0,1218,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,1,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n');
  });

  it('says what it holds', async () => {
    await send(`${LABEL}${LABEL}${LABEL}^XA`);
    const [first, second] = await status();
    expect([first?.split(',')[4], first?.split(',')[7], second?.split(',')[8]]).toEqual(['002', '1', '00000001']);
  });

  it('counts labels when they are finished', async () => {
    await send(LABEL.replace('^PQ1', '^PQ3'));
    clock.advance(250);
    expect({ count: printer.mechanism.count, sheets: printer.paper.length }).toEqual({ count: 42, sheets: 2 });
    await send('! U1 getvar "odometer.total_label_count"\r\n! U1 getvar "no.such"\r\n');
    await answered('"42""?"');
  });

  it('finishes the label under the head on ~JA, and drops the others', async () => {
    await send(`${LABEL}${LABEL}~JA`);
    clock.advance(1_000);
    expect(printer.paper).toHaveLength(1);
  });

  it('stops after a label on ~PP and goes on on ~PS', async () => {
    await send(`${LABEL}${LABEL}~PP`);
    clock.advance(1_000);
    expect(printer.paper).toHaveLength(1);
    await send('~PS');
    clock.advance(1_000);
    expect(printer.paper).toHaveLength(2);
  });

  it.each([
    ['Y', ['partial', 'label']],
    ['N', ['partial']],
  ])('prints an interrupted label again unless ^JZN says otherwise: ^JZ%s', async (setting, kinds) => {
    await send(LABEL.replace('^PW', `^JZ${setting}^PW`));
    printer.mechanism.set('head-open', true);
    clock.advance(1_000);
    printer.mechanism.set('head-open', false);
    clock.advance(1_000);
    expect(printer.paper.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('answers the flags of its errors, also while it does not answer its status', async () => {
    printer.behaviour.isSilentInError = true;
    printer.mechanism.set('paper-out', true);
    printer.mechanism.set('paused', true);
    await send('~HS~HQES');
    expect(answers).toContain('ERRORS:         1 00000000 00010001\r\n');
    expect(answers).not.toContain('030,');
  });

  it('waits until a label that it presented is taken', async () => {
    await send(`${LABEL.replace('^PW', '^MMP^PW')}${LABEL}`);
    clock.advance(500);
    const [, second] = await status();
    expect({ sheets: printer.paper.length, waiting: second?.split(',')[7] }).toEqual({ sheets: 1, waiting: '1' });
    clock.advance(1_000);
    expect(printer.paper).toHaveLength(2);
  });

  it('forgets its labels and connections when the power fails, not its count', async () => {
    await send(`${LABEL}${LABEL}`);
    clock.advance(100);
    await printer.cutPower();
    clock.advance(1_000);
    expect({ count: printer.mechanism.count, kinds: printer.paper.map(({ kind }) => kind) }).toEqual({
      count: 41,
      kinds: ['label', 'partial'],
    });
  });

  it('names itself', async () => {
    await send('! U1 getvar "device.unique_id"\r\n! U1 getvar "device.host_identification"\r\n! U1 getvar "head.resolution.in_dpi"\r\n');
    await answered('"EMU0001""EMULATOR-300dpi,V1.0.0,12,8192KB""300"');
  });

  it('keeps what it did not understand, and prints no label of it', async () => {
    await send('^XA^PW8^LL1^FO0,0^GFA,1,1,1,8?^FS^XZ');
    clock.advance(1_000);
    expect({ problems: printer.problems, sheets: printer.paper.length }).toEqual({ problems: ['^GF has the character "?"'], sheets: 0 });
  });
});
