import { describe, expect, it } from 'vitest';
import { chooseGoals } from '../../bench/choose-goals.ts';
import { measure } from '../../bench/measure.ts';
import { judge, judgeRounds, line, median, milliseconds } from '../../bench/verdict.ts';
import type { Round } from '../../bench/goal.ts';

const steady = (a: number, b: number): Round => ({ a: [a, a], b: [b, b] });

describe('a figure', () => {
  it.each([
    [[3], 3],
    [[9, 1, 2], 2],
    [[4, 1, 2, 9], 3],
  ])('is the median of %j', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it('says how many times as fast ours is where it must be at least something', () => {
    const outcome = judgeRounds([steady(1, 250), steady(1, 240), steady(1, 262)], { atLeast: 250 });
    expect(outcome).toEqual({ figure: 250, spread: { low: 240, high: 262 }, verdict: 'met' });
  });

  it('says how many times as long ours takes where it must be at most something', () => {
    const outcome = judgeRounds([steady(51, 1), steady(49, 1), steady(51, 1)], { atMost: 50 });
    expect(outcome).toEqual({ figure: 51, spread: { low: 49, high: 51 }, verdict: 'not met' });
  });

  it('takes both samples of a side into account', () => {
    expect(judgeRounds([{ a: [1, 3], b: [4, 4] }], { atLeast: 1 }).figure).toBe(2);
  });
});

describe('a run is inconclusive', () => {
  it.each([
    ['ours', { a: [1, 1.2], b: [5, 5] }],
    ['theirs', { a: [1, 1], b: [6, 5] }],
  ] as [string, Round][])('when %s differs from itself', (_, round) => {
    expect(judgeRounds([round, round, round], { atLeast: 1 }).verdict).toBe('inconclusive');
  });

  it('not for one round that was disturbed', () => {
    expect(judgeRounds([steady(1, 5), { a: [1, 9], b: [5, 5] }, steady(1, 5)], { atLeast: 5 }).verdict).toBe('met');
  });
});

describe('the line of a goal', () => {
  it('has figure, spread, goal and verdict', () => {
    const outcome = { figure: 253.14, spread: { low: 240.2, high: 261.94 }, verdict: 'met' } as const;
    expect(line('P1', outcome, { atLeast: 250 })).toBe('P1 253.1 (240.2..261.9) goal >= 250: met');
  });

  it('has two decimals for a small figure', () => {
    const outcome = { figure: 1.756, spread: { low: 1.6, high: 2 }, verdict: 'inconclusive' } as const;
    expect(line('P9', outcome, { atLeast: 1.75 })).toBe('P9 1.76 (1.60..2) goal >= 1.75: inconclusive');
  });

  it('goes with what both sides took and how steady they were', () => {
    expect(milliseconds([steady(0.0421, 900), steady(0.0424, 1_234.5), steady(0.05, 5_000)])).toBe(
      '0.0424 ms against 1230 ms; against themselves 1.00 and 1.00',
    );
  });

  it('has no spread for what was counted', () => {
    expect(line('P13', { figure: 9999, verdict: judge(9999, { atLeast: 10_000 }) }, { atLeast: 10_000 })).toBe(
      'P13 9999 goal >= 10000: not met',
    );
  });
});

describe('measuring', () => {
  /** A clock that only work moves. */
  const rig = () => {
    const done: string[] = [];
    let now = 0;
    const work = (name: string, cost: number) => () => {
      done.push(name);
      now += cost;
    };
    return { done, work, clock: () => now };
  };

  it('gives the time of one repetition, whatever a sample holds', async () => {
    const { work, clock } = rig();
    const rounds = await measure({ a: work('a', 0.5), b: work('b', 40) }, { rounds: 2, sampleMs: 10 }, clock);
    expect(rounds).toEqual([steady(0.5, 40), steady(0.5, 40)]);
  });

  it('takes the sides in turn, and the other one first in the next round', async () => {
    const { done, work, clock } = rig();
    await measure({ a: work('a', 20), b: work('b', 20) }, { rounds: 2, sampleMs: 10 }, clock);
    expect(done.slice(-8).join('')).toBe('ababbaba');
  });

  it('lets theirs begin every round where that is wanted', async () => {
    const { done, work, clock } = rig();
    await measure({ a: work('a', 20), b: work('b', 20) }, { rounds: 2, sampleMs: 10, isTheirsFirst: true }, clock);
    expect(done.slice(-8).join('')).toBe('babababa');
  });

  it('cuts samples into parts that take turns', async () => {
    const { done, work, clock } = rig();
    const rounds = await measure({ a: work('a', 20), b: work('b', 5) }, { rounds: 1, sampleMs: 40, parts: 2 }, clock);
    expect([done.slice(-20).join(''), rounds]).toEqual(['abbbbabbbbabbbbabbbb', [steady(20, 5)]]);
  });

  it('counts what a part began with to the first half, and in the next part to the second', async () => {
    const { work, clock } = rig();
    const costs = [20, 20, 20, 30, 50, 20];
    const uneven = () => work('a', costs.shift() ?? 0)();
    const [round] = await measure({ a: uneven, b: work('b', 20) }, { rounds: 1, sampleMs: 40, parts: 2 }, clock);
    expect(round?.a).toEqual([20, 40]);
  });

  it('waits for work that takes its time', async () => {
    const { work, clock } = rig();
    const slow = async () => {
      await Promise.resolve();
      work('a', 30)();
    };
    expect(await measure({ a: slow, b: work('b', 60) }, { rounds: 1, sampleMs: 10 }, clock)).toEqual([steady(30, 60)]);
  });
});

describe('choosing goals', () => {
  const goals = ['P1', 'P7-code128', 'P7-qr', 'P13'].map((name) => ({ name, goal: { atLeast: 1 }, count: () => Promise.resolve(1) }));
  const namesOf = (...wanted: string[]) => chooseGoals(goals, wanted).map(({ name }) => name);

  it('takes all without a name', () => {
    expect(namesOf()).toEqual(['P1', 'P7-code128', 'P7-qr', 'P13']);
  });

  it('takes those named, and every part of one that has parts', () => {
    expect(namesOf('P7', 'P1')).toEqual(['P1', 'P7-code128', 'P7-qr']);
  });

  it('refuses a name that is none and lists the names', () => {
    expect(() => namesOf('P1', 'P8')).toThrow('There is no goal P8. The goals are P1, P7-code128, P7-qr, P13.');
  });
});
