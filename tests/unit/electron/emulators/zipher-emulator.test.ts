import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilHolds } from '#support/until-holds.ts';
import { ZIPHER_MISHAPS } from '../../../../electron/emulators/zipher/mishaps.ts';
import { ZipherEmulator } from '../../../../electron/emulators/zipher/zipher-emulator.ts';
import { HandClock } from '../controller/engines/hand-clock.ts';

describe('the emulator of a Videojet coder', () => {
  let clock: HandClock;
  let device: ZipherEmulator;
  let socket: Socket;
  let received: string;

  beforeEach(async () => {
    clock = new HandClock();
    device = new ZipherEmulator({ timers: clock, printTime: 100, count: 5_200 });
    await device.start();
    received = '';
    socket = connect(device.port, '127.0.0.1');
    socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  });

  afterEach(async () => {
    socket.destroy();
    await device.stop();
  });

  /** Sends a line, and returns what it answers with at least so many lines. */
  async function ask(line: string, lines = 1): Promise<string> {
    received = '';
    socket.write(line);
    await untilHolds(() => expect(received.split('\r').length).toBeGreaterThan(lines));
    return received;
  }

  it.each([
    ['VER\r', 'VER|1.28|0|\r'],
    ['\rGST\r\n', 'STS|3|0||0|5200|\r'],
    ['GJL\r', 'JBL|2|Code|Best before|\r'],
    ['GJF|Best before|\r', 'JFL|3|Date|Batch|Code|\r'],
    ['GJF|Other|\r', 'ERR\r'],
    ['GFT\r', 'FLT|0|\r'],
    ['GPC\r', 'PCS|5200|0|0|0|\r'],
    ['SLA|Code|\r', 'ACK\r'],
    ['SLA|Other|\r', 'ERR\r'],
    ['SHO|Code|\r', 'ERR\r'],
    ['SCB\r', 'ACK\r'],
    ['SRC\r', 'SRC|0|\r'],
    ['SNI\r', 'SNI|0|\r'],
    ['SLR\r', 'SLR|0|\r'],
    ['SNO|PRC|1|\r', 'ACK\r'],
    ['PRN\r', 'ERR\r'],
    ['QQQ\r', 'ERR\r'],
  ])('answers %j with %j', async (line, answer) => {
    await expect(ask(line)).resolves.toBe(answer);
  });

  it('prints records by their index, and says so', async () => {
    await ask('SLA|Code|\rSHO|Code|\rSNO|PRS|1|\rSNO|PRC|1|\r', 4);
    await expect(ask('SID|17|A1|\r', 2)).resolves.toBe('PRS\rACK\r');
    await expect(ask('SDO|A2|\r')).resolves.toMatch(/^SFS\|\d+\|\r$/);
    await expect(ask('SRC\rSNI\r', 2)).resolves.toBe('SRC|1|\rSNI|18|\r');
    received = '';
    clock.advance(100);
    await untilHolds(() => expect(received).toBe('PRC\rPRS\r'));
    await expect(ask('SLR\rGST\r', 2)).resolves.toBe('SLR|17|\rSTS|3|0|Code|1|5201|\r');
    expect(device.prints).toEqual([{ kind: 'label', message: 'Code', fields: { Code: 'A1' } }]);
  });

  it('finishes the print under the head after the buffer was cleared', async () => {
    await ask('SLA|Code|\rSHO|Code|\rSID|1|A1|\rSID|2|A2|\rSCB\r', 5);
    clock.advance(1_000);
    expect(device.prints).toHaveLength(1);
  });

  it('leaves a part of a print that a fault interrupts', async () => {
    await ask('SLA|Code|\rSHO|Code|\rSID|1|A1|\r', 3);
    device.mechanism.set({ number: 4_017, text: 'Ribbon out' }, true);
    clock.advance(1_000);
    expect(device.prints).toEqual([{ kind: 'partial', message: 'Code', fields: { Code: 'A1' } }]);
    await expect(ask('GFT\rGST\r', 2)).resolves.toBe('FLT|1|4017|0|Ribbon out|\rSTS|3|2|Code|0|5200|\r');
  });

  it('has no trace of mishaps that have ended', async () => {
    const look = () => JSON.stringify([device.behaviour, device.mechanism.faults, device.mechanism.overall, device.port]);
    const before = look();
    for (const happen of Object.values(ZIPHER_MISHAPS)) await (await happen(device))?.();
    expect(look()).toBe(before);
  });
});
