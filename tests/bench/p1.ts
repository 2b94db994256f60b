import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/compile-label.ts';
import { printLabel } from '#rendering/print-label.ts';
import { prepareCanvasLabel } from './canvas-label.ts';
import type { Contest, RatioGoal } from './goal.ts';
import { CASE_LABEL, changingValues, writtenValues } from './labels.ts';

/** Our labels per second against those of a canvas and a library for codes; every variable field is new with every print, on both sides. */
async function contest(dpi: number): Promise<Contest> {
  const compiled = compileLabel(CASE_LABEL, { hdpi: dpi, vdpi: dpi }, await loadBundledFonts());
  const drawOnCanvas = prepareCanvasLabel(dpi);
  let [ours, theirs] = [0, 0];
  return {
    a: () => printLabel(compiled, changingValues((ours += 1))),
    b: () => drawOnCanvas(writtenValues((theirs += 1))),
  };
}

/** A label of theirs takes a tenth of a second and more: one alone says more about the machine's moment than about the work. */
const STEADY = { rounds: 11, sampleMs: 400, parts: 2 };

/** P1 and P2: a whole label at 300 and at 600 dpi. */
export const CANVAS_GOALS: readonly RatioGoal[] = [
  { name: 'P1', goal: { atLeast: 250 }, effort: STEADY, prepare: () => contest(300) },
  { name: 'P2', goal: { atLeast: 400 }, effort: STEADY, prepare: () => contest(600) },
];
