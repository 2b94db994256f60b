import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineError, EnginePrint } from '#controller/engines/engine.ts';
import { silentLog } from '#process/log.ts';
import { pictureHash } from '#drawing/picture-hash.ts';
import { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { HandClock } from './hand-clock.ts';
import { worded } from '#support/worded.ts';

/** 300 dots at 300 dpi are one inch: 50.8 ms at 500 mm/s. */
const PRINT_TIME = 50.8;

const PROPERTIES = {
  type: 'Strobe V70',
  dpi: 300,
  height: 70,
  slices: [
    { phs: ['PH1'], inkSupplies: ['IS1'] },
    { phs: ['PH2'], inkSupplies: ['IS2'] },
  ],
};

const DEVICE = { properties: PROPERTIES, lineSpeed: 500, bufferDepth: 8, warmUp: 0, clockOffset: 0, dotsPerSupply: 1_000_000_000 };

function inkPrint(id: number): EnginePrint {
  const bitmap = createBitmap(300, 2);
  bitmap.words[0] = 0xffff_ffff;
  return { id, planes: [bitmap], hdpi: 300, vdpi: 300, printDelay: 0 };
}

describe('the virtual engine', () => {
  let folder: string;
  let clock: HandClock;
  let facts: string[];
  let engines: VirtualEngine[];

  beforeEach(() => {
    engines = [];
    folder = mkdtempSync(join(tmpdir(), 'strobe-engine-'));
    clock = new HandClock();
    facts = [];
  });
  afterEach(async () => {
    for (const engine of engines) await engine.stop();
    rmSync(folder, { recursive: true });
  });

  function makeEngine(config: object = {}): VirtualEngine {
    const engine = new VirtualEngine({
      config: { ...DEVICE, ...config },
      folder,
      now: () => clock.now,
      timers: clock,
      log: silentLog,
    });
    engines.push(engine);
    engine.listen({
      triggered: () => facts.push('triggered'),
      distancePassed: () => facts.push('distance passed'),
      printed: (id) => facts.push(`printed ${id}`),
      failed: (id, reason) => facts.push(`failed ${id}: ${reason}`),
      unresolved: (id, reason) => facts.push(`unresolved ${id}: ${reason}`),
      conditionChanged: () => facts.push(engine.condition().state),
    });
    return engine;
  }

  const only = (start: string) => facts.filter((fact) => fact.startsWith(start));

  it('C5 has a clock of its own that may be off', () => {
    clock.advance(10_000);
    expect(makeEngine({ clockOffset: -4_000 }).clock()).toBe(6_000);
  });

  it('warms up through its states before it prints', async () => {
    await makeEngine({ warmUp: 3_000 }).start();
    clock.advance(3_000);
    expect(facts).toEqual(['INITIALIZING', 'STARTING', 'HEATING', 'STARTED']);
  });

  it('refuses a print before it is warm', async () => {
    const engine = makeEngine({ warmUp: 3_000 });
    await engine.start();
    await expect(engine.send(inkPrint(1))).rejects.toMatchObject({ refusal: 'cannot-print' } satisfies Partial<EngineError>);
  });

  it('confirms a print after the time that its width takes at the line speed', async () => {
    const engine = makeEngine();
    await engine.start();
    await engine.send(inkPrint(7));
    clock.advance(PRINT_TIME - 0.1);
    expect(only('printed')).toEqual([]);
    clock.advance(0.1);
    expect(only('printed')).toEqual(['printed 7']);
  });

  it('starts a print after its print delay', async () => {
    const engine = makeEngine();
    await engine.start();
    await engine.send({ ...inkPrint(7), printDelay: 100 });
    clock.advance(PRINT_TIME + 199);
    expect(only('printed')).toEqual([]);
    clock.advance(1.5);
    expect(only('printed')).toEqual(['printed 7']);
  });

  it('makes prints one after the other in the order of their arrival', async () => {
    const engine = makeEngine();
    await engine.start();
    for (const id of [1, 2, 3]) await engine.send(inkPrint(id));
    clock.advance(2 * PRINT_TIME);
    expect(only('printed')).toEqual(['printed 1', 'printed 2']);
  });

  it('refuses a print when its buffer is full', async () => {
    const engine = makeEngine({ bufferDepth: 2 });
    await engine.start();
    await engine.send(inkPrint(1));
    await engine.send(inkPrint(2));
    await expect(engine.send(inkPrint(3))).rejects.toMatchObject({ refusal: 'buffer-full' });
  });

  it('stores each print as a picture with the same dots', async () => {
    const engine = makeEngine();
    await engine.start();
    await engine.send(inkPrint(1));
    clock.advance(PRINT_TIME);
    const png = PNG.sync.read(readFileSync(join(folder, '1.png')));
    const dark = Array.from({ length: 300 }, (_, x) => png.data[4 * x]).filter((grey) => grey === 0);
    expect({ width: png.width, height: png.height, dark: dark.length }).toEqual({ width: 300, height: 2, dark: 32 });
  });

  it('keeps the last 200 pictures', async () => {
    const engine = makeEngine();
    await engine.start();
    for (let id = 1; id <= 203; id++) {
      await engine.send(inkPrint(id));
      clock.advance(PRINT_TIME);
    }
    const numbers = readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => Number.parseInt(name, 10));
    expect({ lowest: Math.min(...numbers), highest: Math.max(...numbers), kept: numbers.length }).toEqual({
      lowest: 4,
      highest: 203,
      kept: 200,
    });
  });

  it('D14 stops in ERROR when an ink supply is empty, holds what it has, and goes on after the refill', async () => {
    const engine = makeEngine({ dotsPerSupply: 16 });
    await engine.start();
    await engine.send(inkPrint(1));
    await engine.send(inkPrint(2));
    clock.advance(10 * PRINT_TIME);
    const { state, errors } = worded(engine.condition());
    expect({ state, errors, printed: only('printed') }).toEqual({
      state: 'ERROR',
      errors: ['Ink supply IS1 is empty: refill it to go on.', 'Ink supply IS2 is empty: refill it to go on.'],
      printed: ['printed 1'],
    });
    await engine.refill('IS1');
    await engine.refill('IS2');
    clock.advance(PRINT_TIME);
    expect(only('printed')).toEqual(['printed 1', 'printed 2']);
  });

  it('says LOW at 15 percent of ink', async () => {
    const engine = makeEngine({ dotsPerSupply: 18.5 });
    await engine.start();
    await engine.send(inkPrint(1));
    clock.advance(PRINT_TIME);
    expect(worded(engine.condition()).ink[0]).toMatchObject({
      supply: 'IS1',
      level: 'LOW',
      percent: 13.5,
      warnings: ['Ink supply IS1 is low.'],
    });
  });

  it('refuses to refill a supply that it does not have', async () => {
    await expect(makeEngine().refill('IS9')).rejects.toThrow('There is no ink supply "IS9".');
  });

  it('drops all prints that are not made on an abort', async () => {
    const engine = makeEngine();
    await engine.start();
    for (const id of [1, 2, 3]) await engine.send(inkPrint(id));
    clock.advance(PRINT_TIME);
    await expect(engine.abort()).resolves.toEqual([2, 3]);
    clock.advance(10 * PRINT_TIME);
    expect(only('printed')).toEqual(['printed 1']);
  });

  it('remembers ink, count and pace over a restart, and stands still', async () => {
    const engine = makeEngine({ dotsPerSupply: 32 });
    await engine.start();
    await engine.send(inkPrint(1));
    clock.advance(PRINT_TIME);
    engine.conveyor.set({ running: true, productsPerMinute: 120 });
    await engine.stop();
    const again = makeEngine({ dotsPerSupply: 32 });
    await again.start();
    expect({ marks: again.count(), ink: again.condition().ink.map((ink) => ink.percent), conveyor: again.conveyor.get() }).toEqual({
      marks: 1,
      ink: [50, 50],
      conveyor: { running: false, productsPerMinute: 120 },
    });
  });

  it('remembers a refill that it has answered when it was killed before it stored its state', async () => {
    const engine = makeEngine({ dotsPerSupply: 16 });
    await engine.start();
    await engine.send(inkPrint(1));
    clock.advance(PRINT_TIME);
    await engine.refill('IS1');
    const again = makeEngine({ dotsPerSupply: 16 });
    await again.start();
    expect(again.condition().ink.map(({ percent }) => percent)).toEqual([100, 0]);
  });

  it('continues its count from its pictures when it was killed before it stored its state', async () => {
    const engine = makeEngine();
    await engine.start();
    for (const id of [1, 2]) await engine.send(inkPrint(id));
    clock.advance(2 * PRINT_TIME);
    const again = makeEngine();
    await again.start();
    expect(again.count()).toBe(2);
  });

  it('keeps its own log of its prints', async () => {
    const engine = makeEngine();
    await engine.start();
    for (const id of [7, 9]) await engine.send(inkPrint(id));
    clock.advance(2 * PRINT_TIME);
    const hash = pictureHash(inkPrint(7).planes);
    expect(readFileSync(join(folder, 'marks.log'), 'utf8')).toBe(`1 7 ${hash}\n2 9 ${hash}\n`);
  });

  it('counts a print whose log line is written, and stores its picture when it was killed in between', async () => {
    writeFileSync(join(folder, 'marks.log'), `5 7 ${pictureHash(inkPrint(7).planes)}\n`);
    writeFileSync(join(folder, 'mark.new'), 'the picture');
    const engine = makeEngine();
    await engine.start();
    expect({ marks: engine.count(), picture: readFileSync(join(folder, '5.png'), 'utf8') }).toEqual({ marks: 5, picture: 'the picture' });
  });

  it('B6 counts a print whose picture cannot be stored yet, and makes no other one before', async () => {
    const engine = makeEngine();
    await engine.start();
    mkdirSync(join(folder, '1.png'));
    for (const id of [7, 8]) await engine.send(inkPrint(id));
    clock.advance(2 * PRINT_TIME);
    expect({ marks: engine.count(), lines: readFileSync(join(folder, 'marks.log'), 'utf8').split('\n').length - 1 }).toEqual({
      marks: 1,
      lines: 1,
    });
    rmdirSync(join(folder, '1.png'));
    await engine.send(inkPrint(9));
    clock.advance(PRINT_TIME);
    expect([engine.count(), existsSync(join(folder, '1.png')), existsSync(join(folder, '2.png'))]).toEqual([2, true, true]);
  });

  it('B2 starts with a full supply when its state file is damaged', async () => {
    writeFileSync(join(folder, 'device.json'), '{"marks":');
    const engine = makeEngine();
    await engine.start();
    expect(worded(engine.condition())).toMatchObject({ state: 'STARTED', ink: [{ percent: 100 }, { percent: 100 }] });
  });

  it('triggers once per product while the conveyor runs', async () => {
    const engine = makeEngine();
    await engine.start();
    engine.conveyor.set({ running: true, productsPerMinute: 60 });
    clock.advance(3_500);
    engine.conveyor.set({ running: false, productsPerMinute: 60 });
    clock.advance(10_000);
    expect(only('triggered')).toHaveLength(3);
  });

  it('leaves no timer behind when it stops', async () => {
    const engine = makeEngine({ warmUp: 3_000 });
    await engine.start();
    clock.advance(2_500);
    engine.conveyor.set({ running: true, productsPerMinute: 60 });
    await engine.send(inkPrint(1));
    await engine.stop();
    expect(clock.pending).toBe(0);
  });
});
