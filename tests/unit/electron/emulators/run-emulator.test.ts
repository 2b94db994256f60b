import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { untilHolds } from '#support/until-holds.ts';
import { codenetEmulatorKind } from '../../../../electron/emulators/codenet/codenet-emulator-kind.ts';
import { MishapRunner } from '../../../../electron/emulators/mishap-runner.ts';
import { EmulatorUsageError, runEmulator } from '../../../../electron/emulators/run-emulator.ts';
import { wsiEmulatorKind } from '../../../../electron/emulators/wsi/wsi-emulator-kind.ts';
import { MISHAPS } from '../../../../electron/emulators/zpl/mishaps.ts';
import { ZplEmulator } from '../../../../electron/emulators/zpl/zpl-emulator.ts';
import { HandClock } from '../controller/engines/hand-clock.ts';

describe('the emulators from the command line', () => {
  it('print where they listen, and keep their paper as pictures', async () => {
    const folder = temporaryFolder();
    const lines: string[] = [];
    const { port, stop } = await runEmulator(['zpl', '--port', '0', '--paper', folder], (line) => lines.push(line));
    onTestFinished(stop);
    expect(lines).toEqual([`zpl emulator listening on tcp://127.0.0.1:${port}`]);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('^XA^PW16^LL2^FO0,0^GFA,4,4,2,FF00,^FS^XZ');
    await untilHolds(() => expect(readdirSync(folder)).toEqual(['1-label.png']));
    const { width, height, data } = await untilHolds(() => PNG.sync.read(readFileSync(join(folder, '1-label.png'))));
    expect({ width, height, first: data[0], last: data[4 * 15] }).toEqual({ width: 16, height: 2, first: 0, last: 255 });
  });

  it.each([
    ['codenet', '\x1bON104CODE\x04', '\x06', '\x1bOE0003A-1\x04'],
    ['wsi', '\x02MCODE\x03\x02USERIAL\nA-1\x03', '$', '\x02O1\x03'],
  ])('write what the coder %s prints into a file', async (...[kind, first, answer, second]) => {
    const folder = temporaryFolder();
    const { port, stop } = await runEmulator([kind, '--port', '0', '--paper', folder], () => undefined);
    onTestFinished(stop);
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (bytes) => (received += bytes.toString('latin1')));
    socket.write(Buffer.from(first, 'latin1'));
    await untilHolds(() => expect(received).toContain(answer));
    socket.write(Buffer.from(second, 'latin1'));
    const line = `${JSON.stringify({ number: 1, kind: 'label', message: 'CODE', fields: { 1: 'A-1' } })}\n`;
    await untilHolds(() => expect(readFileSync(join(folder, 'prints.jsonl'), 'utf8')).toBe(line));
  });

  it.each([[[]], [['other']], [['zpl', '--port', 'x']], [['zpl', '--faults', '-1']], [['zpl', '--speed', '1']]])(
    'refuse %j',
    async (args) => {
      await expect(runEmulator(args, () => undefined)).rejects.toThrow(EmulatorUsageError);
    },
  );
});

describe('mishaps of an emulator', () => {
  /** What happens in an hour. */
  async function hour(seed: number): Promise<string[]> {
    const clock = new HandClock();
    const reports: string[] = [];
    const mishaps = { lasting: () => () => undefined, other: () => () => undefined, short: () => undefined };
    const runner = new MishapRunner({ mishaps, timers: clock, report: (text) => reports.push(`${clock.now} ${text}`) });
    runner.runAtRandom(seed);
    while (clock.now < 3_600_000) {
      clock.advance(1_000);
      await untilHolds(() => expect(clock.pending).toBe(1));
    }
    runner.stop();
    expect(clock.pending).toBe(0);
    return reports;
  }

  it('are the same for the same seed', async () => {
    const reports = await hour(7);
    expect(reports.length).toBeGreaterThan(200);
    await expect(hour(7)).resolves.toEqual(reports);
    await expect(hour(8)).resolves.not.toEqual(reports);
  });

  it('leave no trace when they have ended', async () => {
    const printer = new ZplEmulator({ timers: new HandClock() });
    await printer.start();
    onTestFinished(() => printer.stop());
    const before = JSON.stringify([printer.behaviour, printer.identity, [...printer.mechanism.faults], printer.port]);
    for (const happen of Object.values(MISHAPS)) await (await happen(printer))?.();
    expect(JSON.stringify([printer.behaviour, printer.identity, [...printer.mechanism.faults], printer.port])).toBe(before);
  });

  it.each([
    ['codenet', codenetEmulatorKind, '\x1bA?\x04', '\x1bA3056060670100\x04'],
    ['wsi', wsiEmulatorKind, '\x02E\x03', '\x020000001\x03'],
  ])(
    'of the coder %s have the names that are listed, and it answers as before when they have ended',
    async (...[, kind, question, answer]) => {
      const { port, mishaps, stop } = await kind.start({ port: 0, paper: undefined, report: () => undefined });
      onTestFinished(stop);
      expect(Object.keys(mishaps)).toEqual(kind.mishaps);
      for (const happen of Object.values(mishaps)) await (await happen())?.();
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      let received = '';
      socket.on('data', (bytes) => (received += bytes.toString('latin1')));
      socket.write(Buffer.from(question, 'latin1'));
      await untilHolds(() => expect(received).toBe(answer));
    },
  );
});
