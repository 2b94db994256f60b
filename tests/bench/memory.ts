import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import type { CountGoal } from './goal.ts';
import { CASE_LABEL, changingValues } from './labels.ts';

const CHECKPOINTS = [20_000, 60_000, 100_000] as const;
const MEGABYTE = 1_048_576;
/** Allowance for noise; retaining one bitmap per label would add 7 000 megabytes, one glyph per label 10. */
const MAX_GROWTH = 2;

/** Megabytes in use after a garbage collection. */
export function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

/** Megabytes by which memory grows between 20 000 and 100 000 different labels. */
export const MEMORY_GOAL: CountGoal = {
  name: 'memory',
  goal: { atMost: MAX_GROWTH },
  count: async (report) => {
    const compiled = compileLabel(CASE_LABEL, { hdpi: 300, vdpi: 300 }, await loadBundledFonts());
    const used: number[] = [];
    let printed = 0;
    for (const checkpoint of CHECKPOINTS) {
      for (; printed < checkpoint; printed += 1) printLabel(compiled, changingValues(printed));
      const now = usedMemory();
      used.push(now);
      report(`${now.toFixed(1)} MB after ${printed} labels`);
    }
    return Math.max(...used) - (used[0] ?? 0);
  },
};
