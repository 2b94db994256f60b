import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatedFaultRequestSchema, SIMULATED_FAULTS, type SimulatedFaultName } from '#contract/api-v3/simulated-fault.ts';
import type { VirtualEngine } from '#controller/engines/virtual/virtual-engine.ts';
import { HandClock } from './hand-clock.ts';
import { inkPrint, PRINT_TIME, PROPERTIES, startVirtualEngine } from './virtual-rig.ts';

let folder: string;
let clock: HandClock;
let facts: string[];
let engine: VirtualEngine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-faults-'));
  clock = new HandClock();
  engine = await startEngine();
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true });
});

/** Starts an engine with the folder of the last one. */
function startEngine(over: object = {}): Promise<VirtualEngine> {
  facts = [];
  return startVirtualEngine({ folder, clock, facts }, over);
}

const cause = (request: object) => engine.faults.cause(simulatedFaultRequestSchema.parse(request));
const stateOf = (fault: SimulatedFaultName) => engine.faults.list().faults.find((listed) => listed.fault === fault);
const send = async (...ids: number[]) => {
  for (const id of ids) await engine.send(inkPrint(id));
};
const markedIds = () =>
  readFileSync(join(folder, 'marks.log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split(' ')[1]));

describe('an alarm', () => {
  it.each([
    ['cover-open', 'ERROR', 'The cover of the print head is open.'],
    ['viscosity', 'ERROR', 'The viscosity of the ink is out of range.'],
    ['temperature', 'ERROR', 'The temperature of the print head is out of range.'],
    ['purge', 'MAINTENANCE', 'The print head is being purged.'],
  ] as const)('%s stops printing until it is cleared', async (fault, state, error) => {
    cause({ fault });
    expect(engine.condition()).toMatchObject({ state, errors: [{ text: error }] });
    expect(stateOf(fault)).toEqual({ fault, state: 'active' });
    await expect(engine.send(inkPrint(1))).rejects.toMatchObject({ refusal: 'cannot-print' });
    engine.faults.clear(fault);
    expect(engine.condition()).toMatchObject({ state: 'STARTED', errors: [] });
    await send(1);
    clock.advance(PRINT_TIME);
    expect(facts).toEqual(['printed 1, count 1']);
  });

  it('holds the prints that the device has, and goes on with them', async () => {
    await send(1, 2);
    cause({ fault: 'cover-open' });
    clock.advance(10 * PRINT_TIME);
    expect(facts).toHaveLength(1);
    engine.faults.clear('cover-open');
    clock.advance(PRINT_TIME);
    expect(facts).toEqual(['printed 1, count 1', 'printed 2, count 2']);
  });

  it('of a purge ends by itself', () => {
    cause({ fault: 'purge' });
    clock.advance(9_999);
    expect(engine.condition().state).toBe('MAINTENANCE');
    clock.advance(1);
    expect(engine.condition().state).toBe('STARTED');
  });

  it('does not end with another one, nor with a refill', async () => {
    cause({ fault: 'cover-open' });
    cause({ fault: 'viscosity' });
    cause({ fault: 'ink-out' });
    engine.faults.clear('cover-open');
    await engine.refill('IS1');
    expect(engine.condition()).toMatchObject({ state: 'ERROR', errors: [{ text: 'The viscosity of the ink is out of range.' }] });
  });

  it('that began while the printer warms up stops it at the end of that', async () => {
    await engine.stop();
    engine = await startEngine({ warmUp: 3_000 });
    cause({ fault: 'temperature' });
    expect(engine.condition().state).toBe('INITIALIZING');
    clock.advance(3_000);
    expect(engine.condition().state).toBe('ERROR');
  });
});

describe('the ink', () => {
  it('runs out at once, or after what is left', async () => {
    await engine.stop();
    engine = await startEngine({ dotsPerSupply: 320 });
    cause({ fault: 'ink-out', percent: 15 });
    expect(engine.condition()).toMatchObject({ state: 'STARTED', ink: [{ percent: 15, level: 'LOW' }] });
    await send(1, 2);
    clock.advance(2 * PRINT_TIME);
    expect(engine.condition()).toMatchObject({ state: 'ERROR', ink: [{ level: 'EMPTY' }] });
    await engine.refill('IS1');
    cause({ fault: 'ink-out', supply: 'IS1' });
    expect(engine.condition()).toMatchObject({ state: 'ERROR', ink: [{ percent: 0 }] });
  });

  it('of a supply that is not there does not run out', async () => {
    expect(() => cause({ fault: 'ink-out', supply: 'IS9' })).toThrow('There is no ink supply "IS9".');
    await engine.stop();
    engine = await startEngine({ properties: { ...PROPERTIES, slices: [{ phs: ['PH1'] }] } });
    expect(engine.faults.list().faults.map(({ fault }) => fault)).toEqual(SIMULATED_FAULTS.filter((fault) => fault !== 'ink-out'));
    expect(() => cause({ fault: 'ink-out' })).toThrow('The printer has no ink supply.');
  });
});

describe('the photocell', () => {
  const run = (products: number) => {
    engine.conveyor.set({ running: true, productsPerMinute: 60 });
    clock.advance(products * 1_000);
    engine.conveyor.set({ running: false, productsPerMinute: 60 });
  };

  it('signals without a product', () => {
    cause({ fault: 'false-trigger' });
    expect(facts).toEqual(['triggered']);
  });

  it.each([
    ['bounced-trigger', 0],
    ['doubled-trigger', 250],
  ] as const)('signals the next product twice: %s, %i ms later', (fault, later) => {
    cause({ fault });
    expect(facts).toEqual([]);
    run(1);
    clock.advance(later - 1);
    expect(facts).toHaveLength(later === 0 ? 2 : 1);
    clock.advance(1);
    expect([facts.length, stateOf(fault)?.state]).toEqual([2, 'off']);
    run(1);
    expect(facts).toHaveLength(3);
  });
});

describe('a confirmation', () => {
  it('that is slow comes after two seconds, and the count with it', async () => {
    cause({ fault: 'slow-confirmation' });
    await send(1);
    clock.advance(PRINT_TIME + 1_900);
    expect([facts, engine.count(), markedIds()]).toEqual([[], 0, [1]]);
    clock.advance(100);
    expect([facts, engine.count()]).toEqual([['printed 1, count 1'], 1]);
  });

  it('that is prompt again comes after the slow ones before it', async () => {
    cause({ fault: 'slow-confirmation' });
    await send(1, 2);
    clock.advance(PRINT_TIME);
    engine.faults.clear('slow-confirmation');
    clock.advance(PRINT_TIME);
    expect(facts).toEqual(['printed 1, count 1', 'printed 2, count 2']);
  });

  it('that is lost is given up after three seconds; the count includes the print', async () => {
    cause({ fault: 'lost-confirmation' });
    await send(1);
    clock.advance(PRINT_TIME + 2_900);
    expect([facts, engine.count()]).toEqual([[], 0]);
    clock.advance(100);
    expect([facts, engine.count()]).toEqual([['unresolved 1: the printer did not confirm it'], 1]);
    expect(stateOf('lost-confirmation')?.state).toBe('off');
  });

  it('that is lost is noticed by the next one', async () => {
    cause({ fault: 'lost-confirmation' });
    await send(1, 2);
    clock.advance(2 * PRINT_TIME);
    expect(facts).toEqual(['unresolved 1: the printer did not confirm it', 'printed 2, count 2']);
  });

  it('on its way is reported before an abort: the print is not among those that are not made', async () => {
    cause({ fault: 'slow-confirmation' });
    await send(1, 2);
    clock.advance(PRINT_TIME);
    await expect(engine.abort()).resolves.toEqual([2]);
    expect([facts, engine.count()]).toEqual([['printed 1, count 1'], 1]);
  });

  it('on its way is lost with a restart; the count tells of the print', async () => {
    cause({ fault: 'slow-confirmation' });
    await send(1);
    clock.advance(PRINT_TIME);
    await engine.stop();
    engine = await startEngine();
    expect([facts, engine.count()]).toEqual([[], 1]);
  });
});

describe('the count', () => {
  it('jumps by a test print at the device, also over a restart', async () => {
    await send(1);
    clock.advance(PRINT_TIME);
    cause({ fault: 'count-jump' });
    expect([engine.count(), markedIds(), facts]).toEqual([2, [1, 0], ['printed 1, count 1']]);
    await engine.stop();
    engine = await startEngine();
    expect(engine.count()).toBe(2);
  });
});

describe('a power cut', () => {
  it('turns the device off for its time; then it warms up', async () => {
    await engine.stop();
    engine = await startEngine({ warmUp: 3_000 });
    clock.advance(3_000);
    cause({ fault: 'power-cut', seconds: 2 });
    expect(engine.condition()).toMatchObject({ state: 'ERROR', errors: [{ text: 'The printer does not answer: it has no power.' }] });
    expect(engine.count()).toBeUndefined();
    await expect(engine.send(inkPrint(1))).rejects.toMatchObject({ refusal: 'cannot-print' });
    cause({ fault: 'false-trigger' });
    clock.advance(2_000);
    expect([engine.condition().state, engine.count(), facts]).toEqual(['INITIALIZING', 0, []]);
    clock.advance(3_000);
    expect(engine.condition().state).toBe('STARTED');
  });

  it.each(Array.from({ length: 20 }, (_, seed) => [seed]))(
    'confirms none of the prints that the device held, and makes the first ones or none (seed %i)',
    async (seed) => {
      cause({ random: true, seed, rate: 1e-9 });
      await send(1, 2, 3);
      clock.advance(PRINT_TIME);
      cause({ fault: 'power-cut' });
      clock.advance(5_000);
      const why = 'the printer lost its power';
      expect(facts).toEqual(['printed 1, count 1', `unresolved 2: ${why}`, `unresolved 3: ${why}`]);
      const made = markedIds();
      expect([[1], [1, 2], [1, 2, 3]]).toContainEqual(made);
      expect(engine.count()).toBe(made.length);
      clock.advance(10_000);
      expect(markedIds()).toEqual(made);
    },
  );

  it('makes other prints with other seeds', async () => {
    const outcomes = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      cause({ random: true, seed, rate: 1e-9 });
      const before = engine.count() ?? 0;
      await send(1, 2);
      cause({ fault: 'power-cut' });
      engine.faults.clear('power-cut');
      outcomes.add((engine.count() ?? 0) - before);
    }
    expect([...outcomes].sort()).toEqual([0, 1, 2]);
  });

  it('takes the confirmations on their way with it', async () => {
    cause({ fault: 'slow-confirmation' });
    await send(1);
    clock.advance(PRINT_TIME);
    cause({ fault: 'power-cut' });
    clock.advance(5_000);
    expect([facts, engine.count()]).toEqual([['unresolved 1: the printer lost its power'], 1]);
  });

  it('leaves open what an abort meanwhile did', async () => {
    await send(1);
    cause({ fault: 'power-cut' });
    await expect(engine.abort()).rejects.toThrow('has no power');
    clock.advance(5_000);
    await expect(engine.abort()).resolves.toEqual([]);
  });

  it('ends when it is cleared, and with a restart', async () => {
    cause({ fault: 'power-cut' });
    engine.faults.clear('power-cut');
    expect(engine.condition().state).toBe('STARTED');
    cause({ fault: 'power-cut' });
    await engine.stop();
    await engine.start();
    expect(engine.condition().state).toBe('STARTED');
  });
});

describe('a fault', () => {
  it('happens after as many prints as it was asked for', async () => {
    cause({ fault: 'cover-open', after: 2 });
    expect(stateOf('cover-open')).toEqual({ fault: 'cover-open', state: 'waiting', after: 2 });
    await send(1, 2, 3);
    clock.advance(PRINT_TIME);
    expect(stateOf('cover-open')).toEqual({ fault: 'cover-open', state: 'waiting', after: 1 });
    clock.advance(10 * PRINT_TIME);
    expect([engine.condition().state, facts]).toEqual(['ERROR', ['printed 1, count 1', 'printed 2, count 2']]);
  });

  it('that waits does not happen if it is cleared', async () => {
    cause({ fault: 'cover-open', after: 1 });
    engine.faults.clear('cover-open');
    await send(1);
    clock.advance(PRINT_TIME);
    expect(engine.condition().state).toBe('STARTED');
  });

  it('ends with a restart, and so do those at random', async () => {
    cause({ random: true, seed: 42, rate: 0.5 });
    for (const fault of SIMULATED_FAULTS) cause({ fault });
    for (const fault of SIMULATED_FAULTS) cause({ fault, after: 3 });
    await engine.stop();
    expect(clock.pending).toBe(0);
    expect(engine.faults.list()).toEqual({ faults: SIMULATED_FAULTS.map((fault) => ({ fault, state: 'off' })), random: null });
  });
});

describe('faults at random', () => {
  /** The faults that are active after each of 60 prints, each of which is cleared at once. */
  async function runWith(seed: number): Promise<string[]> {
    const seen: string[] = [];
    cause({ random: true, seed, rate: 0.3 });
    for (let id = 1; id <= 60; id++) {
      await send(id);
      clock.advance(PRINT_TIME);
      const active = engine.faults.list().faults.filter(({ state }) => state === 'active');
      for (const { fault } of active) engine.faults.clear(fault as SimulatedFaultName);
      if (engine.condition().state === 'ERROR') await engine.refill('IS1');
      seen.push(active.map(({ fault }) => fault).join());
    }
    cause({ random: false });
    return seen;
  }

  it('are the same for the same seed, and others for another one', async () => {
    const first = await runWith(42);
    expect(new Set(first).size).toBeGreaterThan(4);
    expect(await runWith(42)).toEqual(first);
    expect(await runWith(43)).not.toEqual(first);
  });

  it('end when they are turned off', async () => {
    cause({ random: true, rate: 1 });
    expect(engine.faults.list().random).toEqual({ seed: 1, rate: 1 });
    cause({ random: false });
    await send(1);
    clock.advance(PRINT_TIME);
    expect(engine.faults.list().faults.every(({ state }) => state === 'off')).toBe(true);
  });
});
