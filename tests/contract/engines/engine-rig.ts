import type { EngineIdentity } from '#contract/api-v3/engine.ts';
import type { PrinterTest } from '#contract/api-v3/printer-configuration.ts';
import type { EngineListener, EnginePrint, PrintEngine } from '#controller/engines/engine.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import type { DeviceClock } from '#support/device-clock.ts';
import { Random } from '#support/random.ts';

/** What can keep a device from printing. */
export interface RigFault {
  /** The sentence that the engine must show. */
  sentence: string;
  begin: () => void | Promise<void>;
  end: () => void | Promise<void>;
}

/** The device of a rig: an emulator as a rule. What a device cannot do is said in `EngineUnderTest.cannot`. */
export interface RigDevice {
  /** Numbers of the prints of which whole marks were made, oldest first. */
  marks(): number[];
  /** The pictures of these marks. */
  pictures(): Bitmap[];
  /** Numbers of the prints of which an error has left a part on the product. */
  spoilt(): number[];
  /** The device's own count. */
  count(): number;
  /** Open connections of the engine. */
  connections(): number;
  /** Prints are accepted but wait until `release`, or are begun and not finished until then. */
  hold(what: 'waiting' | 'begun'): void;
  release(): void;
  /** The power fails: connections and accepted prints are lost. */
  cutPower(): Promise<void>;
  restorePower(): Promise<void>;
  /** Connections end; the device goes on with what it has. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  /** Its open connections are dead, and it does not say so. */
  freeze(): void;
  /** Everything that it can report as an error. */
  readonly faults: readonly RigFault[];
  /** It cannot print until `repair`. Returns the sentence that the engine must show. `isSilent`: it answers as little as it can meanwhile. */
  fail(isSilent: boolean): Promise<string>;
  repair(): void | Promise<void>;
  /** It says no to every print, without a reason that lasts. */
  refuse(isRefusing: boolean): void;
  /** Milliseconds before each of its answers. */
  delay(duration: number): void;
  /** It sends what answers nothing. */
  babble(): void;
  /** Bytes of an answer that are sent at once. */
  split(bytes: number): void;
  /** It sends noise and its answers together, in one piece. */
  merge(isMerging: boolean): void;
  /** A person makes prints at its panel. */
  printAtPanel(prints: number): void;
  /** Another device of the same model takes its place. Returns its serial number. */
  replace(): string;
}

/** An engine that was not started, and its device, which runs. */
export interface EngineRig {
  engine: PrintEngine;
  device: RigDevice;
  clock: DeviceClock;
  identity: () => EngineIdentity | undefined;
  /** What the device says about itself; undefined if it says nothing. */
  expectedIdentity: EngineIdentity | undefined;
  /** The error while the device is off. */
  offline: RegExp;
  /** Tests the connection, as a person does before the printer is used. */
  test: () => Promise<PrinterTest>;
  /**
   * Another engine with the same configuration, as after a restart of the controller. The old one is not stopped. A device that is a part of
   * its engine is restarted.
   */
  another: (expected?: EngineIdentity) => PrintEngine;
  stop: () => Promise<void>;
}

function unable(): never {
  throw new Error('the device cannot do that: its engine must say so in `cannot`');
}

/** A device that can do nothing but print. A rig overrides what its device can. */
export const PLAIN_DEVICE: Omit<RigDevice, 'marks' | 'pictures'> = {
  spoilt: () => [],
  connections: () => 0,
  count: unable,
  hold: unable,
  release: unable,
  cutPower: unable,
  restorePower: unable,
  unplug: unable,
  plugIn: unable,
  freeze: unable,
  faults: [],
  fail: unable,
  repair: unable,
  refuse: unable,
  delay: unable,
  babble: unable,
  split: unable,
  merge: unable,
  printAtPanel: unable,
  replace: unable,
};

/** What an engine reported. */
export class EngineFacts implements EngineListener {
  readonly printedIds: number[] = [];
  readonly failedIds: number[] = [];
  readonly unresolvedIds: number[] = [];
  readonly counts: (number | undefined)[] = [];
  changes = 0;
  readonly #onReport: (printed?: number) => void;

  /** `onReport` is called after each report, with the number of a print that is confirmed. */
  constructor(onReport: (printed?: number) => void = () => undefined) {
    this.#onReport = onReport;
  }

  /** The prints of which the engine has said what became of them. */
  get decidedIds(): number[] {
    return [...this.printedIds, ...this.failedIds, ...this.unresolvedIds];
  }

  triggered(): void {}

  distancePassed(): void {}

  printed(id: number, count?: number): void {
    this.printedIds.push(id);
    this.counts.push(count);
    this.#onReport(id);
  }

  failed(id: number): void {
    this.failedIds.push(id);
    this.#onReport();
  }

  unresolved(id: number): void {
    this.unresolvedIds.push(id);
    this.#onReport();
  }

  conditionChanged(): void {
    this.changes++;
    this.#onReport();
  }
}

export const PICTURE = { width: 72, height: 24, dpi: 300 };

/** A print whose picture carries its number in the first 32 dots. One in three is random, the others can be compressed well. */
export function numberedPrint(id: number): EnginePrint {
  const { width, height, dpi } = PICTURE;
  const bitmap = createBitmap(width, height);
  const draw = [drawBlocks, drawAtRandom, drawLines][id % 3] ?? drawLines;
  draw(bitmap, id);
  bitmap.words[0] = id;
  return { id, planes: [bitmap], hdpi: dpi, vdpi: dpi, printDelay: 0 };
}

/** The dots of the last word that are in the picture. */
const LAST_DOTS = 0xff00_0000;

function drawAtRandom({ words, stride }: Bitmap, id: number): void {
  const random = new Random(id);
  for (let at = 0; at < words.length; at++) {
    const word = random.whole(0, 0xffff_ffff);
    words[at] = at % stride === stride - 1 ? (word & LAST_DOTS) >>> 0 : word;
  }
}

/** Few different rows, each many times: full ones, ones that end full or empty, and empty ones. */
function drawBlocks({ words, stride, height }: Bitmap): void {
  const blocks = [[0x0ff0_0000, 0xffff_ffff, LAST_DOTS], [0xffff_ffff, 0xffff_ffff, LAST_DOTS], [0x0000_1230, 0, 0], []];
  for (let y = 0; y < height; y++) words.set(blocks[Math.floor(y / 6)] ?? [], y * stride);
}

/** Empty rows, full rows, equal rows, rows that end empty or full, and runs of dots. */
function drawLines({ words, stride, height }: Bitmap, id: number): void {
  const rows = [
    [0, 0, 0],
    [0xffff_ffff, 0xffff_ffff, LAST_DOTS],
    [0x0000_0ff0, 0, 0],
    [0x0000_0ff0, 0, 0],
    [0xf000_000f, 0x00ff_ffff, LAST_DOTS],
    [id, 0x1111_1111, 0x1200_0000],
    [0xeeee_eeee, 0xeeee_eeee, 0xee00_0000],
  ];
  for (let y = 0; y < height; y++) words.set(rows[(y + id) % rows.length] ?? [], y * stride);
}

/** The number in a picture. */
export function numberIn({ words: [number = 0] }: Bitmap): number {
  return number;
}
