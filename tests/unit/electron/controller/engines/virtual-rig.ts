import type { EnginePrint } from '#controller/engines/engine.ts';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { silentLog } from '#process/log.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import type { HandClock } from './hand-clock.ts';

/** Longer than a print takes, in milliseconds: 300 dots at 300 dpi are one inch, which is 50.8 ms at 500 mm/s. */
export const PRINT_TIME = 51;
export const PROPERTIES = { type: 'Strobe', dpi: 300, height: 70, slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }] };
const DEVICE = { properties: PROPERTIES, lineSpeed: 500, bufferDepth: 8, warmUp: 0, clockOffset: 0, dotsPerSupply: 1_000_000_000 };

export interface VirtualRig {
  folder: string;
  clock: HandClock;
  /** What the engine reports, oldest first. */
  facts: string[];
}

/** Starts a virtual engine whose reports are written down. */
export async function startVirtualEngine({ folder, clock, facts }: VirtualRig, over: object = {}): Promise<VirtualEngine> {
  const engine = new VirtualEngine({
    config: { ...DEVICE, ...over },
    ...{ folder, now: () => clock.now, timers: clock, log: silentLog },
  });
  engine.listen({
    triggered: () => facts.push('triggered'),
    distancePassed: () => undefined,
    printed: (id, count) => facts.push(`printed ${id}, count ${count}`),
    failed: (id, reason) => facts.push(`failed ${id}: ${reason}`),
    unresolved: (id, reason) => facts.push(`unresolved ${id}: ${reason}`),
    conditionChanged: () => undefined,
  });
  await engine.start();
  return engine;
}

/** One inch wide, with 32 dots of ink. */
export function inkPrint(id: number): EnginePrint {
  const bitmap = createBitmap(300, 2);
  bitmap.words[0] = 0xffff_ffff;
  return { id, planes: [bitmap], hdpi: 300, vdpi: 300, printDelay: 0 };
}
