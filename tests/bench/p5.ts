import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import type { Contest, RatioGoal } from './goal.ts';
import { CASE_LABEL, changingValues, SERIAL_LABEL, valuesOfPrint } from './labels.ts';

/**
 * A print compared with the floor: copying its bitmap into a new one, since every print returns a new bitmap. Most of the copy's time is
 * the allocation; copying into an existing bitmap would be many times faster.
 */
async function contest(label: Label, dpi: number, valuesOf: (print: number) => PrintValues): Promise<Contest> {
  const compiled = compileLabel(label, { hdpi: dpi, vdpi: dpi }, await loadBundledFonts());
  const bitmap = printLabel(compiled, valuesOf(0));
  let print = 0;
  return { a: () => printLabel(compiled, valuesOf((print += 1))), b: () => bitmap.words.slice() };
}

/** The floor is short and allocates memory; many alternations spread the cost of garbage collection over both sides. */
const STEADY = { rounds: 15, sampleMs: 320, parts: 16 };

/** P5: all variable fields change with every print. P6: only the text with the serial number does. */
export const FLOOR_GOALS: readonly RatioGoal[] = [
  { name: 'P5-300', goal: { atMost: 15 }, effort: STEADY, prepare: () => contest(CASE_LABEL, 300, changingValues) },
  { name: 'P5-600', goal: { atMost: 8 }, effort: STEADY, prepare: () => contest(CASE_LABEL, 600, changingValues) },
  { name: 'P6-300', goal: { atMost: 2 }, effort: STEADY, prepare: () => contest(SERIAL_LABEL, 300, valuesOfPrint) },
  { name: 'P6-600', goal: { atMost: 2 }, effort: STEADY, prepare: () => contest(SERIAL_LABEL, 600, valuesOfPrint) },
];
