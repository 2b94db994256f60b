import { describe, expect, it } from 'vitest';
import { Random } from '#support/random.ts';
import * as changes from '../../faults/damaged/changes.ts';
import { described, planDamage, type Plan } from '../../faults/damaged/plan.ts';
import { recordDamage, type Seen } from '../../faults/damaged/verdict.ts';

const PAGE = 4_096;
const FRAME = 24 + PAGE;

/** Four pages, of a table and of an index by turns. */
function pages(): Buffer {
  return Buffer.concat(Array.from({ length: 4 }, (_, page) => Buffer.alloc(PAGE, page % 2 === 0 ? 0x0d : 0x0a)));
}

function differing(before: Buffer, after: Buffer | undefined): number[] {
  return [...before.keys()].filter((at) => before[at] !== after?.[at]);
}

describe('what is done to a file', () => {
  const bytes = pages();
  const seeds = Array.from({ length: 8 }, (_, seed) => seed);
  const all = (change: changes.Change) => seeds.map((seed) => change(bytes, new Random(seed)));

  it('is the same for the same seed, and leaves what it was given as it was', () => {
    const before = Buffer.from(bytes);
    for (const change of Object.values(changes)) expect(all(change)).toEqual(all(change));
    expect(bytes).toEqual(before);
  });

  it('flips eight bits at most', () => {
    for (const changed of all(changes.flipBits)) expect(differing(bytes, changed).length).toBeLessThanOrEqual(8);
  });

  it('tears one page', () => {
    for (const changed of all(changes.tearPage)) {
      const torn = differing(bytes, changed);
      expect(new Set(torn.map((at) => Math.floor(at / PAGE))).size).toBe(1);
      expect((torn[0] ?? 0) % PAGE).toBeGreaterThanOrEqual(512);
    }
  });

  it('changes the header alone', () => {
    for (const changed of all(changes.changeHeader))
      expect(differing(bytes, changed)).toEqual([expect.toSatisfy((at: number) => at < 100)]);
  });

  it.each([
    ['changeTablePage', 0],
    ['changeIndexPage', 1],
  ] as const)('%s keeps to such pages', (name, odd) => {
    for (const changed of all(changes[name])) for (const at of differing(bytes, changed)) expect(Math.floor(at / PAGE) % 2).toBe(odd);
  });

  it('cuts a log where a frame ends, and any file anywhere', () => {
    const log = Buffer.alloc(32 + 5 * FRAME, 1);
    for (const seed of seeds) {
      const length = changes.cutFrames(log, new Random(seed))?.length ?? 0;
      expect([(length - 32) % FRAME, length < log.length]).toEqual([0, true]);
      expect(changes.cutTail(log, new Random(seed))?.length).toBeLessThan(log.length);
    }
  });

  it('copes with a file that something else has emptied', () => {
    for (const change of Object.values(changes)) expect(change(Buffer.alloc(0), new Random(1))?.length ?? 0).toBe(0);
  });
});

describe('the plan of a case', () => {
  it('follows from its seed, and comes to every kind of file', () => {
    const plans = Array.from({ length: 400 }, (_, seed) => described(planDamage(new Random(seed))));
    expect(plans).toEqual(Array.from({ length: 400 }, (_, seed) => described(planDamage(new Random(seed)))));
    for (const target of ['database', 'log', 'log index', 'marks', 'newest backup', 'every backup'])
      expect(plans.some((plan) => plan.includes(`${target}: `))).toBe(true);
  });
});

describe('who judges by what is seen', () => {
  const WHOLE: Seen = { ends: [], isRunning: true, recovery: null, isAside: false, differences: [], doubles: [], refusals: [] };
  const REFUSAL =
    'The database /data/controller.db cannot be opened: it is damaged. Restore a backup, or move it away to start with an empty one.';
  const CHANGED: Plan = {
    ending: 'stopped',
    faults: [{ target: 'database', name: 'flipped bits', change: changes.flipBits, isWithinPages: true }],
  };
  const CUT: Plan = { ending: 'killed', faults: [{ target: 'log', name: 'a cut tail', change: changes.cutTail }] };
  const judge = (seen: Partial<Seen>, plan = CUT) => recordDamage(plan, { ...WHOLE, ...seen });

  it.each<[string, Partial<Seen>]>([
    ['whole', {}],
    ['asked', { recovery: 'older', differences: ['prints'] }],
    ['restored', { recovery: 'backup', isAside: true, differences: ['prints'] }],
    ['refused', { isRunning: false, ends: [{ code: 8, said: REFUSAL }] }],
  ])('is content when it is %s', (verdict, seen) => {
    expect(judge(seen)).toEqual({ verdict, faults: [] });
  });

  it('sees a loss of which nothing was said, unless no check can', () => {
    expect(judge({ differences: ['prints', 'jobs'] }).faults).toEqual(['rows of prints, jobs are lost without a report']);
    expect(judge({ differences: ['prints'] }, CHANGED)).toEqual({ verdict: 'unseen', faults: [] });
  });

  it('I2 sees what was marked twice, whatever the damage', () => {
    expect(judge({ differences: ['counters'], doubles: ['twice'] }, CHANGED).faults).toEqual(['twice']);
  });

  it.each<[string, Partial<Seen>]>([
    ['it ended by itself with 1: x', { ends: [{ code: 1, said: 'x' }] }],
    ['it ended 3 times before it ran', { ends: Array.from({ length: 3 }, () => ({ code: 8, said: REFUSAL })) }],
    ['it does not start, and does not explain what to do: oh', { isRunning: false, ends: [{ code: 8, said: 'oh' }] }],
    ['the database was moved aside without a report', { isAside: true }],
    ['no printing', { refusals: ['no printing'] }],
  ])('sees: %s', (fault, seen) => {
    expect(judge(seen).faults).toContain(fault);
  });
});
