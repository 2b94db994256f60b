import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { HitachiEmulator } from '../../../../electron/emulators/hitachi/hitachi-emulator.ts';
import { HITACHI_MISHAPS } from '../../../../electron/emulators/hitachi/mishaps.ts';
import { HandClock } from '../controller/engines/hand-clock.ts';

describe('the emulator of a Hitachi coder', () => {
  let clock: HandClock;
  let coder: HitachiEmulator;
  let socket: Socket;
  let received: Buffer;

  beforeEach(async () => {
    clock = new HandClock();
    coder = new HitachiEmulator({ timers: clock, printTime: 100, count: 0x1_0002, identity: { serial: 0x1234_5678 } });
    await coder.start();
    received = Buffer.alloc(0);
    socket = connect(coder.port, '127.0.0.1');
    socket.on('data', (bytes) => (received = Buffer.concat([received, bytes])));
  });

  afterEach(async () => {
    socket.destroy();
    await coder.stop();
  });

  /** Sends the body of a request, and returns the body of the answer; hexadecimal. */
  async function ask(body: string): Promise<string> {
    received = Buffer.alloc(0);
    const bytes = Buffer.from(body.replaceAll(' ', ''), 'hex');
    const header = Buffer.from('00070000000001', 'hex');
    header.writeUInt16BE(bytes.length + 1, 4);
    socket.write(Buffer.concat([header, bytes]));
    await untilHolds(() => expect(received.length).toBeGreaterThanOrEqual(7));
    await untilHolds(() => expect(received).toHaveLength(6 + received.readUInt16BE(4)));
    expect(received.readUInt16BE(0)).toBe(7);
    return received.toString('hex', 7);
  }

  it.each([
    ['status', '04 0000 0004', '04080031003100320030'],
    ['count', '04 0052 0002', '040400010002'],
    ['serial number', '04 0020 0002', '040412345678'],
    ['model', '04 0010 0002', '040400550058'],
    ['number of items', '03 0008 0001', '03020002'],
    ['characters of the items', '03 0020 0002', '030400040014'],
    ['contents', '03 0084 0004', '03080000004c0000004f'],
    ['a register that it does not have', '04 0100 0001', '8402'],
    ['too many registers', '03 0084 007e', '8303'],
    ['a function that it does not have', '01 0000 0001', '8101'],
    ['a message that it does not have', '06 1006 0007', '8603'],
    ['contents outside of a change', '06 0085 0041', '8604'],
  ])('answers for the %s', async (_, body, answer) => {
    await expect(ask(body)).resolves.toBe(answer);
  });

  it('prints the text of a change when it ends, once for a product', async () => {
    await expect(ask('06 1006 0005')).resolves.toBe('0610060005');
    await ask('06 0000 0001');
    await expect(ask('10 008c 0004 08 0000 0041 0000 0031')).resolves.toBe('10008c0004');
    clock.advance(1_000);
    expect(coder.prints).toEqual([]);
    await ask('06 0000 0002');
    clock.advance(1_000);
    expect(coder.prints).toEqual([{ kind: 'label', message: '5', fields: { 2: 'A1' } }]);
    await expect(ask('04 0052 0002')).resolves.toBe('040400010003');
  });

  it('answers off line only questions for input registers, and the command to go on line', async () => {
    coder.registers.isOnLine = false;
    await expect(ask('03 0008 0001')).resolves.toBe('8304');
    await expect(ask('06 1006 0005')).resolves.toBe('8604');
    await expect(ask('04 0000 0001')).resolves.toBe('04020030');
    await expect(ask('06 2490 0001')).resolves.toBe('0624900001');
    await expect(ask('03 0008 0001')).resolves.toBe('03020002');
  });

  it('prints what is loaded again for each product', async () => {
    await coder.stop();
    coder = new HitachiEmulator({ timers: clock, printTime: 100, productEvery: 1_000 });
    await coder.start();
    coder.mechanism.setCharacters('LOT A1'.padEnd(24));
    for (let second = 0; second < 3; second++) {
      clock.advance(1_000);
      clock.advance(100);
    }
    expect(coder.prints.map(({ fields }) => fields)).toEqual([{ 2: 'A1' }, { 2: 'A1' }, { 2: 'A1' }]);
  });

  it('leaves a part of a print that a fault interrupts, and prints it again when the fault has ended', async () => {
    coder.mechanism.setCharacters('LOT A1'.padEnd(24));
    coder.mechanism.setOperation(0x38);
    coder.mechanism.setOperation(0x32);
    clock.advance(100);
    expect(coder.prints.map(({ kind }) => kind)).toEqual(['partial', 'label']);
  });

  it('has no trace of mishaps that have ended', async () => {
    const look = () => JSON.stringify([coder.behaviour, coder.mechanism.operation, coder.registers.isOnLine, coder.identity, coder.port]);
    const before = look();
    for (const happen of Object.values(HITACHI_MISHAPS)) await (await happen(coder))?.();
    expect(look()).toBe(before);
  });
});
