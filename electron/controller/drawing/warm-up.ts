import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { compilePlanes, printPlanes } from '#rendering/print-planes.ts';
import type { FontLibrary } from '#rendering/text/fonts.ts';

const TARGET = { hdpi: 300, vdpi: 300 };
/** What most labels have: a text, a date, and codes with bars and with modules. */
const labelIn = (family: string): Label => ({
  format: 3,
  width: 60,
  height: 30,
  objs: [
    { type: 'Text', x: 1, y: 1, text: '0123456789 {TIME;{YEAR}}', font: { family, style: '', height: 4 } },
    { type: 'GS1-128', x: 1, y: 10, barWidth: 0.25, barHeight: 10, apps: [['21', '{TIME;{YEAR}}']] },
    { type: 'GS1-DataMatrix', x: 45, y: 10, moduleSize: 0.5, apps: [['21', '{TIME;{YEAR}}']] },
  ],
});
const VALUES: PrintValues = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };

/**
 * Draws a label that nobody asked for. What is run for the first time takes many times as long as ever after: on a slow machine that alone would
 * take longer than a label may.
 */
export function warmUp(library: FontLibrary): void {
  const [family] = library.families;
  if (family === undefined) return;
  try {
    printPlanes(compilePlanes(labelIn(family), TARGET, library), VALUES);
  } catch (error) {
    // Whoever draws with such fonts is told.
    if (!(error instanceof ProblemError)) throw error;
  }
}
