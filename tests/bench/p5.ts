import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel } from '#rendering/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printLabel } from '#rendering/print-label.ts';
import type { Contest, RatioGoal } from './goal.ts';
import { CASE_LABEL, changingValues, SERIAL_LABEL, valuesOfPrint } from './labels.ts';

/**
 * A print against the floor: a copy of its bitmap into a new one, which is what every print must return. Most of what the copy takes is
 * getting the memory: into a bitmap that is there already it would be many times as fast.
 */
async function contest(label: Label, dpi: number, valuesOf: (print: number) => PrintValues): Promise<Contest> {
  const compiled = compileLabel(label, { hdpi: dpi, vdpi: dpi }, await loadBundledFonts());
  const bitmap = printLabel(compiled, valuesOf(0));
  let print = 0;
  return { a: () => printLabel(compiled, valuesOf((print += 1))), b: () => bitmap.words.slice() };
}

/** The floor is short and asks for memory: what a collection of it takes is spread over many turns of both sides. */
const STEADY = { rounds: 15, sampleMs: 320, parts: 16 };

/** P5: all variable fields are new with every print. P6: only the text with the serial is. */
export const FLOOR_GOALS: readonly RatioGoal[] = [
  { name: 'P5-300', goal: { atMost: 50 }, effort: STEADY, prepare: () => contest(CASE_LABEL, 300, changingValues) },
  { name: 'P5-600', goal: { atMost: 16 }, effort: STEADY, prepare: () => contest(CASE_LABEL, 600, changingValues) },
  { name: 'P6-300', goal: { atMost: 4 }, effort: STEADY, prepare: () => contest(SERIAL_LABEL, 300, valuesOfPrint) },
  { name: 'P6-600', goal: { atMost: 4 }, effort: STEADY, prepare: () => contest(SERIAL_LABEL, 600, valuesOfPrint) },
];
