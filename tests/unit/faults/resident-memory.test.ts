import { describe, expect, it } from 'vitest';
import { ResidentMemory } from '../../faults/fonts/resident-memory.ts';

/** A run of 100 steps whose readings follow `at`, in MiB. */
function run(at: (step: number) => number) {
  const memory = new ResidentMemory(100);
  for (let step = 1; step <= 100; step += 1) memory.add(step, at(step));
  return memory.medians();
}

describe('the resident memory of a run', () => {
  it('is the same in both parts when one low reading stands out', () => {
    expect(run((step) => (step === 40 ? 375 : 520))).toEqual({ warm: 520, end: 520 });
  });

  it('grows with a leak', () => {
    expect(run((step) => 500 + 2 * step)).toEqual({ warm: 580, end: 680 });
  });

  it('is unknown without readings in one of the parts', () => {
    const memory = new ResidentMemory(100);
    memory.add(90, 500);
    expect(memory.medians()).toBeUndefined();
  });
});
