import { describe, expect, it } from 'vitest';
import { AREAS } from '../../contract/engines/checks/engine-check.ts';
import { LISTS } from '../../faults/mutants/lists.ts';
import { RULE_AREAS, type Mutant } from '../../faults/mutants/mutant.ts';
import { plant, staleMutants } from '../../faults/mutants/plant.ts';

const ALL = LISTS.flatMap(({ mutants }) => mutants);

describe('the list of mutants', () => {
  it('fits the sources as they are', () => {
    expect(staleMutants(LISTS)).toEqual([]);
  });

  it('has at least three for each area', () => {
    const numbers = [...AREAS, ...RULE_AREAS].map((area) => [area, ALL.filter((mutant) => mutant.area === area).length] as const);
    expect(numbers.filter(([, number]) => number < 3)).toEqual([]);
  });

  it('has no mutant twice for the same area of an engine, and none that changes nothing', () => {
    const keys = LISTS.flatMap(({ suite, mutants }) => mutants.map((mutant) => JSON.stringify([suite, mutant])));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(ALL.filter(({ before, after }) => before === after)).toEqual([]);
  });
});

describe('a mutant', () => {
  const mutant: Mutant = { file: 'engine.ts', before: 'a', after: 'b', area: 'sending' };

  it('is planted where its text is', () => {
    expect(plant(mutant, 'cat')).toBe('cbt');
  });

  it.each([
    ['missing', 'cut', 0],
    ['there twice', 'a cat', 2],
  ])('is an error if its text is %s', (_, source, times) => {
    expect(() => plant(mutant, source)).toThrow(`${times} times instead of once`);
  });
});
