import { FrameLog } from '#controller/engines/frame-log.ts';
import type { EngineDeps } from '#controller/engines/engine-kind.ts';
import type { EngineListener, EnginePrint, PrintEngine } from '#controller/engines/engine.ts';
import { silentLog } from '#process/log.ts';
import { processTimers, type Timers } from '#controller/platform/timers.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { onTestFinished } from 'vitest';

/** Intervals of polls and before a new connection, in milliseconds. Limits are longer or shorter, and stay as they are. */
const INTERVALS: ReadonlySet<number> = new Set([200, 250, 1_000]);
const SHORT_INTERVAL = 10;

/** The timers of the process, with short intervals. */
const briskTimers: Timers = {
  ...processTimers,
  setTimeout: (act, delay) => processTimers.setTimeout(act, INTERVALS.has(delay) ? SHORT_INTERVAL : delay),
};

/** The dependencies of an engine that drives a device of the test, by the clock of the process and with short intervals. */
export function engineDeps(over: Partial<EngineDeps> = {}): EngineDeps {
  const now = (): number => Date.now();
  return { folder: '', now, timers: briskTimers, log: silentLog, frames: new FrameLog(now), ...over };
}

/** Listens to an engine, which is stopped after the test. Returns what it reports, oldest first. */
export function followEngine(engine: PrintEngine): string[] {
  const facts: string[] = [];
  const listener: EngineListener = {
    triggered: () => facts.push('triggered'),
    distancePassed: () => facts.push('distance passed'),
    printed: (id) => facts.push(`printed ${id}`),
    failed: (id, reason) => facts.push(`failed ${id}: ${reason}`),
    unresolved: (id, reason) => facts.push(`unresolved ${id}: ${reason}`),
    conditionChanged: () => facts.push(engine.condition().state),
  };
  engine.listen(listener);
  onTestFinished(() => engine.stop());
  return facts;
}

/** A picture with dots in every row and at its edges. */
export function aPicture(width = 203, height = 41): Bitmap {
  const bitmap = createBitmap(width, height);
  const set = (x: number, y: number): void => void (bitmap.words[y * bitmap.stride + (x >> 5)]! |= 1 << (31 - (x % 32)));
  for (let y = 0; y < height; y++) {
    set(0, y);
    set(width - 1, y);
    for (let x = 0; x < width; x += (y % 7) + 1) set(x, y);
  }
  return bitmap;
}

export function aPrint(id: number, { bitmap = aPicture(), dpi = 300 }: { bitmap?: Bitmap; dpi?: number } = {}): EnginePrint {
  return { id, planes: [bitmap], hdpi: dpi, vdpi: dpi, printDelay: 0 };
}
