import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#controller/engines/log.ts';
import { virtualConfigSchema } from '#controller/engines/virtual/virtual-config.ts';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { Printer } from '#controller/printers/printer.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { Random } from '#support/random.ts';
import { HandClock } from '../engines/hand-clock.ts';

const PROPERTIES = { type: 'Strobe V70', dpi: 300, height: 70, slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }] };

/** One whose ink is used up after a few marks. */
function openPrinter() {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-printer-'));
  const clock = new HandClock();
  const config = virtualConfigSchema.parse({ properties: PROPERTIES, dotsPerSupply: 100, warmUp: 300 });
  const engine = new VirtualEngine({ config, folder, now: () => clock.now, timers: clock, log: silentLog });
  const printer = new Printer({ name: 'Line 1', engine, log: silentLog });
  onTestFinished(async () => {
    await printer.stop();
    rmSync(folder, { recursive: true });
  });
  return { clock, printer };
}

function print(id: number) {
  const bitmap = createBitmap(300, 2);
  bitmap.words[0] = 0xffff_ffff;
  return { id, planes: [bitmap] as [typeof bitmap], hdpi: 300, vdpi: 300, printDelay: 0 };
}

describe('the changes of a printer', () => {
  it.each([1, 2, 3])('count everything that moves its condition, whatever happens to it (%i)', async (seed) => {
    const random = new Random(seed);
    const { clock, printer } = openPrinter();
    const { engine } = printer;
    const acts = [
      () => printer.start(),
      () => printer.stop(),
      () => engine.send(print(1)),
      () => engine.send(print(2)),
      () => engine.abort(),
      () => engine.refill?.('IS1'),
      () => engine.stopLine?.(),
      () => engine.conveyor?.set({ running: random.fraction() < 0.5, productsPerMinute: random.whole(1, 900) }),
      () => clock.advance(random.whole(1, 40)),
      () => clock.advance(random.whole(1, 40)),
      () => clock.advance(200),
    ];
    const seen = new Set<string>();
    await printer.start();
    for (let step = 0; step < 2_000; step += 1) {
      const before = { changes: printer.changes, condition: JSON.stringify(printer.condition()) };
      // What cannot be done as things stand changes nothing.
      await Promise.resolve(random.pick(acts)()).catch(() => undefined);
      const condition = JSON.stringify(printer.condition());
      if (condition !== before.condition) expect(printer.changes).toBeGreaterThan(before.changes);
      seen.add(condition);
    }
    expect(seen.size).toBeGreaterThan(50);
  });

  it('count the reason why it is kept stopped', () => {
    const { printer } = openPrinter();
    const before = printer.changes;
    printer.keepStopped('why');
    expect(printer.changes).toBeGreaterThan(before);
  });
});
