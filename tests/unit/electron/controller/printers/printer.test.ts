import { mkdtempSync, rmSync } from 'node:fs';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { printerConfigurationSchema } from '#contract/api-v3/printer-configuration.ts';
import type { EnginePrint } from '#controller/engines/engine.ts';
import { silentLog } from '#process/log.ts';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { Printer } from '#controller/printers/printer.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { Random } from '#support/random.ts';
import { HandClock } from '../engines/hand-clock.ts';

const PROPERTIES = { type: 'Strobe V70', dpi: 300, height: 70, slices: [{ phs: ['PH1'], inkSupplies: ['IS1'] }] };

/** A printer whose ink is used up after a few prints. */
function openPrinter() {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-printer-'));
  const clock = new HandClock();
  const config = { properties: PROPERTIES, lineSpeed: 500, bufferDepth: 8, warmUp: 300, clockOffset: 0, dotsPerSupply: 100 };
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
  it.each([1, 2, 3])('count every change of its condition, whatever happens (%i)', async (seed) => {
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
      // An operation that is not possible now changes nothing.
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
    printer.keepStopped(statusError('safe-mode'));
    expect(printer.changes).toBeGreaterThan(before);
  });
});

describe('a print for a device that is mounted', () => {
  const CONFIGURATION = { engine: { kind: 'virtual' }, dpi: 300, physicalWidth: 100, height: 50 };

  it.each([
    [{}, { width: 300, height: 2, hdpi: 300, vdpi: 200, printDelay: 5 }],
    [{ printDelay: 40 }, { width: 300, height: 2, hdpi: 300, vdpi: 200, printDelay: 45 }],
    [{ mirrored: true }, { width: 300, height: 2, hdpi: 300, vdpi: 200, printDelay: 5 }],
    [{ rotation: 'CW90' }, { width: 2, height: 300, hdpi: 200, vdpi: 300, printDelay: 5 }],
    [
      { rotation: 'CW180', mirrored: true },
      { width: 300, height: 2, hdpi: 300, vdpi: 200, printDelay: 5 },
    ],
  ])('with %j is rotated, mirrored and delayed before it is sent', async (mounting, expected) => {
    const { printer } = openPrinter();
    const { engine } = printer;
    const sent: EnginePrint[] = [];
    vi.spyOn(engine, 'send').mockImplementation(async (one) => void sent.push(one));
    const configuration = printerConfigurationSchema.parse({ ...CONFIGURATION, ...mounting });
    await new Printer({ name: 'Line 1', engine, configuration, log: silentLog }).send({ ...print(1), vdpi: 200, printDelay: 5 });
    const [{ planes: [plane], hdpi, vdpi, printDelay } = print(0)] = sent;
    expect(sent).toHaveLength(1);
    expect({ width: plane.width, height: plane.height, hdpi, vdpi, printDelay }).toEqual(expected);
  });
});

describe('the count of a device', () => {
  it('is reported once it is known, if that is after the start, and when it is known again', async () => {
    const { printer } = openPrinter();
    const device: { count: number | undefined } = { count: undefined };
    vi.spyOn(printer.engine as VirtualEngine, 'count').mockImplementation(() => device.count);
    const known = vi.fn();
    const nothing = () => undefined;
    printer.listen({
      ...{ started: nothing, triggered: nothing, distancePassed: nothing },
      countKnown: known,
      printed: nothing,
      failed: nothing,
      ...{ unresolved: nothing, ready: nothing },
    });
    await printer.start();
    await printer.engine.refill?.('IS1');
    expect(known).not.toHaveBeenCalled();
    device.count = 7;
    await printer.engine.refill?.('IS1');
    await printer.engine.refill?.('IS1');
    expect(known).toHaveBeenCalledTimes(1);
    device.count = undefined;
    await printer.engine.refill?.('IS1');
    device.count = 7;
    await printer.engine.refill?.('IS1');
    expect(known).toHaveBeenCalledTimes(2);
  });
});
