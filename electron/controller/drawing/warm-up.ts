import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import type { FontLibrary } from '#rendering/text/font-library.ts';

const TARGET = { hdpi: 300, vdpi: 300 };
/** A typical label: a text with a date, a bar code and a matrix code. */
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
 * Draws a label to warm up. The first run of code takes many times as long as later ones: on a slow machine the first label alone would
 * exceed its limit.
 */
export function warmUp(library: FontLibrary): void {
  const [family] = library.families;
  if (family === undefined) return;
  try {
    printPlanes(compilePlanes(labelIn(family), TARGET, library), VALUES);
  } catch (error) {
    // The first label that uses such fonts reports it.
    if (!(error instanceof ProblemError)) throw error;
  }
}
