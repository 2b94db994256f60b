import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { prepareCanvasLabel } from './canvas-label.ts';
import type { Contest, RatioGoal } from './goal.ts';
import { CASE_LABEL, changingValues, writtenValues } from './labels.ts';

/** Labels per second compared with a canvas and a barcode library; on both sides every variable field changes with every print. */
async function contest(dpi: number): Promise<Contest> {
  const compiled = compileLabel(CASE_LABEL, { hdpi: dpi, vdpi: dpi }, await loadBundledFonts());
  const drawOnCanvas = prepareCanvasLabel(dpi);
  let [ours, theirs] = [0, 0];
  return {
    a: () => printLabel(compiled, changingValues((ours += 1))),
    b: () => drawOnCanvas(writtenValues((theirs += 1))),
  };
}

/** A label takes the reference more than 100 ms; a single one would say more about the machine at that moment than about the work. */
const STEADY = { rounds: 11, sampleMs: 400, parts: 2 };

/** P1 and P2: a complete label at 300 and at 600 dpi. */
export const CANVAS_GOALS: readonly RatioGoal[] = [
  { name: 'P1', goal: { atLeast: 300 }, effort: STEADY, prepare: () => contest(300) },
  { name: 'P2', goal: { atLeast: 400 }, effort: STEADY, prepare: () => contest(600) },
];
