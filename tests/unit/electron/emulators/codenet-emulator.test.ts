import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { CodenetEmulator, type CodenetEmulatorOptions } from '../../../../electron/emulators/codenet/codenet-emulator.ts';
import { HandClock } from '../controller/engines/hand-clock.ts';

describe('the emulator of a Domino coder', () => {
  let clock: HandClock;
  let coder: CodenetEmulator;
  let socket: Socket;
  let answers: string;

  beforeEach(() => open());
  afterEach(() => close());

  async function open(options: CodenetEmulatorOptions = {}): Promise<void> {
    clock = new HandClock();
    const messages = ['NOICE KM 200ML'];
    coder = new CodenetEmulator({ timers: clock, productTime: 100, printTime: 100, count: 82_444, messages, ...options });
    await coder.start();
    answers = '';
    socket = connect(coder.port, '127.0.0.1');
    socket.on('data', (bytes) => (answers += bytes.toString('hex').toUpperCase()));
    await once(socket, 'connect');
  }

  async function close(): Promise<void> {
    socket.destroy();
    await coder.stop();
  }

  /** Sends a command and returns the answer, both in hexadecimal. */
  async function ask(hex: string): Promise<string> {
    answers = '';
    socket.write(Buffer.from(hex, 'hex'));
    return untilHolds(() => {
      if (!/^(?:06|15(?:..){3}|1B(?:..)+04)/.test(answers)) throw new Error(`no answer: ${answers}`);
      return answers;
    });
  }

  it.each([
    ['its identity', '1B413F04', '1B413330353630363036373031303004'],
    ['that the clock is set', '1B433230313630353234303031323139313604', '06'],
    ['the state of its jet', '1B4F533F04', '1B4F5331D30704'],
    ['its status', '1B4F313F04', '1B4F31303031303104'],
    ['its basic status', '1B31433F04', '1B3143303030303038303004'],
    ['its count of products', '1B54313F04', '1B54313030303030383234343404'],
    ['its levels', '1B793F04', '1B7930303730303604'],
    ['that a label is selected', '1B4F4E3131344E4F494345204B4D203230304D4C04', '06'],
    ['that a label with a field is stored', '1B533032371B7C3030303330303030303130313104', '06'],
    ['that it has no such label', '1B4F4E31303258580415', '15303532'],
    ['that it takes values', '1B4F45303030344142434404', '06'],
    ['that it has dropped them', '1B7D4A3104', '06'],
    ['that the jet goes on', '1B4F533104', '06'],
    ['that the head is off', '1B51314E04', '06'],
    ['that continuous printing is off', '1B5B314E303030303004', '06'],
    ['that it reports its status', '1B30593704', '06'],
    ['that it does not know a command', '1B7D443F04', '15303033'],
    ['that a frame begins wrongly', '413F04', '15303032'],
  ])('answers %s', async (_, command, answer) => {
    await expect(ask(command)).resolves.toBe(answer);
  });

  it('says the clock that was set, and the first letters of the label', async () => {
    await ask('1B433230313630353234303031323139313604');
    await expect(ask('1B433F04')).resolves.toBe('1B433230313630353234303031323139313604');
    await ask('1B4F4E3131344E4F494345204B4D203230304D4C04');
    await expect(ask('1B50313F04')).resolves.toBe('1B50314E4F4904');
  });

  it('does not hear what comes with a command after its end', async () => {
    await expect(ask('1B413F041B7D4A3104')).resolves.toBe('1B413330353630363036373031303004');
    await expect(ask('1B7D4A3104')).resolves.toBe('06');
  });

  it('takes one block of values, prints it once, and reports that by a bare byte', async () => {
    await ask('1B4F4E3131344E4F494345204B4D203230304D4C04');
    await ask('1B49314104');
    await expect(ask('1B4F45303030344142434404')).resolves.toBe('06');
    await expect(ask('1B4F45303030344142434404')).resolves.toBe('15303030');
    answers = '';
    clock.advance(200);
    await untilHolds(() => expect(answers).toBe('41'));
    coder.head.passProduct();
    clock.advance(200);
    expect(coder.marks).toEqual([{ kind: 'whole', message: 'NOICE KM 200ML', values: ['ABCD'] }]);
    await expect(ask('1B54323F04')).resolves.toBe('1B54323030303030383234343504');
  });

  it('prints at a print go, without a product detector', async () => {
    await close();
    await open({ hasDetector: false });
    coder.selected = 'NOICE KM 200ML';
    await ask('1B4F45303030344142434404');
    clock.advance(1_000);
    expect(coder.marks).toEqual([]);
    await ask('1B4E3104');
    clock.advance(200);
    expect(coder.marks).toMatchObject([{ kind: 'whole', values: ['ABCD'] }]);
  });

  it('loses its values without power, and leaves a part of a print that is begun', async () => {
    coder.selected = 'NOICE KM 200ML';
    await ask('1B4F45303030344142434404');
    await coder.cutPower();
    expect({ block: coder.block, marks: coder.marks }).toEqual({ block: undefined, marks: [] });
    coder.block = 'B';
    coder.head.passProduct();
    await coder.cutPower();
    expect(coder.marks).toEqual([{ kind: 'partial', message: 'NOICE KM 200ML', values: ['B'] }]);
  });

  it('does not print during a fault, and shows it', async () => {
    coder.selected = 'NOICE KM 200ML';
    coder.set('gutter-dry', true);
    await ask('1B4F45303030344142434404');
    clock.advance(200);
    expect(coder.marks).toEqual([]);
    await expect(ask('1B4F313F04')).resolves.toBe('1B4F31303431303404');
    coder.set('gutter-dry', false);
    clock.advance(200);
    expect(coder.marks).toHaveLength(1);
  });
});
