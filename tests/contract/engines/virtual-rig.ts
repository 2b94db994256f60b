import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import { simulatedFaultRequestSchema, type SimulatedFaultName } from '#contract/api-v3/simulated-fault.ts';
import type { ConfigurationWith, EngineDeps } from '#controller/engines/engine-kind.ts';
import type { PrintEngine } from '#controller/engines/engine.ts';
import { FrameLog } from '#controller/engines/frame-log.ts';
import { virtualKind } from '#controller/engines/virtual/virtual-kind.ts';
import { silentLog } from '#process/log.ts';
import type { Timers } from '#controller/platform/timers.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { DeviceClock } from '#support/device-clock.ts';
import { PLAIN_DEVICE, PICTURE, type EngineRig, type RigDevice, type RigFault } from './engine-rig.ts';
import { bitmapOfRows } from './packed-rows.ts';

const SUPPLY = 'IS1';

/** The time of a device, which can be held: what is due meanwhile happens at the release. */
class HeldTimers implements Timers {
  readonly #timers: Timers;
  readonly #due = new Map<object, () => void>();
  #isHeld = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  setTimeout(act: () => void, delay: number): object {
    const key = {};
    const handle = this.#timers.setTimeout(() => {
      if (this.#isHeld) this.#due.set(key, act);
      else act();
    }, delay);
    return Object.assign(key, { handle });
  }

  clearTimeout(key: object | number): void {
    if (typeof key === 'number') return this.#timers.clearTimeout(key);
    this.#due.delete(key);
    if ('handle' in key) this.#timers.clearTimeout(key.handle as object);
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    const due = [...this.#due.values()];
    this.#due.clear();
    for (const act of due) act();
  }
}

/** An engine, which is its own device, with a clock moved by hand. */
export async function makeVirtualRig(): Promise<EngineRig> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-virtual-'));
  const clock = new DeviceClock(() => 0);
  const timers = new HeldTimers(clock);
  const deps: EngineDeps = { folder, now: () => clock.now, timers, log: silentLog, frames: new FrameLog(() => clock.now) };
  const configuration = printerConfigurationSchema.parse({
    engine: { kind: 'virtual', model: 'V70', bufferDepth: 2, warmUp: 300 },
    dpi: PICTURE.dpi,
    ...{ physicalWidth: 100, height: 10, slices: [{ phs: ['PH1'], inkSupplies: [SUPPLY] }] },
  }) as ConfigurationWith<'virtual'>;
  const engine = virtualKind.make(configuration, deps);
  return {
    engine,
    device: rigDevice({ engine, timers, folder }),
    clock,
    identity: () => undefined,
    expectedIdentity: { model: 'V70' },
    offline: /^$/,
    test: () => virtualKind.test(configuration, deps),
    another: () => {
      timers.release();
      return virtualKind.make(configuration, deps);
    },
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Parts {
  engine: PrintEngine;
  timers: HeldTimers;
  folder: string;
}

function rigDevice({ engine, timers, folder }: Parts): RigDevice {
  const alarm = (fault: SimulatedFaultName, sentence: string): RigFault => ({
    sentence,
    begin: () => engine.faults?.cause(simulatedFaultRequestSchema.parse({ fault })),
    end: () => engine.faults?.clear(fault),
  });
  const coverOpen = alarm('cover-open', 'The cover of the print head is open.');
  const inkOut = alarm('ink-out', `Ink supply ${SUPPLY} is empty: refill it to go on.`);
  return {
    ...PLAIN_DEVICE,
    marks: () => logLines(folder).map(([, id]) => Number(id)),
    pictures: () => {
      const numbers = readdirSync(folder).flatMap((name) => (name.endsWith('.png') ? [Number.parseInt(name, 10)] : []));
      return numbers.sort((a, b) => a - b).map((number) => readPng(readFileSync(join(folder, `${number}.png`))));
    },
    count: () => Number(logLines(folder).at(-1)?.[0] ?? 0),
    hold: () => timers.hold(),
    release: () => timers.release(),
    faults: [
      coverOpen,
      alarm('viscosity', 'The viscosity of the ink is out of range.'),
      alarm('temperature', 'The temperature of the print head is out of range.'),
      { ...inkOut, end: () => engine.refill?.(SUPPLY) },
    ],
    fail: async () => {
      await coverOpen.begin();
      return coverOpen.sentence;
    },
    repair: () => coverOpen.end(),
  };
}

function logLines(folder: string): string[][] {
  const log = readdirSync(folder).includes('marks.log') ? readFileSync(join(folder, 'marks.log'), 'utf8') : '';
  return log
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
}

/** Reads a PNG of one bit per dot, 0 = ink, whose rows are not filtered. */
function readPng(file: Buffer): Bitmap {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const rowSize = 1 + Math.ceil(width / 8);
  return bitmapOfRows(inflateSync(Buffer.concat(parts)), { width, height, rowSize, skipped: 1, ink: 0 });
}
