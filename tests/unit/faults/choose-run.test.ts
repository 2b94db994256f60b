import { describe, expect, it } from 'vitest';
import { chooseRun } from '../../faults/choose-run.ts';
import type { FaultRun } from '../../faults/fault-run.ts';
import { RUNS } from '../../faults/runs.ts';

const run: FaultRun = {
  name: 'kills',
  unit: 'count',
  standard: 500,
  cases: ['A1'],
  shows: 'Something.',
  load: async () => async () => 'done',
};

describe('the flags of a run of faults', () => {
  it('say how often, and from which seed', () => {
    expect(chooseRun([run], ['kills', '--count', '20', '--seed', '7'], 1)).toEqual({ run, amount: 20, seed: 7 });
  });

  it('say how often to kill, where a run takes it', () => {
    const taking: FaultRun = { ...run, takesKills: true };
    expect(chooseRun([taking], ['kills', '--kills', '5'], 3)).toEqual({ run: taking, amount: 500, kills: 5, seed: 3 });
  });

  it('may be left out', () => {
    expect(chooseRun([run], ['kills'], 3)).toEqual({ run, amount: 500, seed: 3 });
  });

  it.each([
    [[], 'Name one run: kills --count N; each takes --seed S.'],
    [['floods'], 'Name one run: kills --count N; each takes --seed S.'],
    [['kills', 'kills'], 'Name one run: kills --count N; each takes --seed S.'],
    [['kills', '--cuts', '20'], 'kills takes --count, not --cuts.'],
    [['kills', '--count', '0'], '--count must be a whole number from 1, not "0".'],
    [['kills', '--kills', '5'], 'kills does not take --kills.'],
    [['kills', '--seed', 'x'], '--seed must be a whole number from 1, not "x".'],
  ])('%j: %s', (args, message) => {
    expect(() => chooseRun([run], args, 1)).toThrow(message);
  });

  it('have one run of each name', () => {
    const names = RUNS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
