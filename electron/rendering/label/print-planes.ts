import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel } from './compile-label.ts';
import type { CompiledLabel } from './compile-label.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { PROCESS_INKS } from '../raster/inks.ts';
import type { Planes, PlanesTarget } from './planes.ts';
import { checkPrints, printLabel } from './print-label.ts';
import type { CheckRow } from './print-label.ts';
import type { FontLibrary } from '../text/font-library.ts';

/** A label prepared for a printer, once for every ink. */
export interface CompiledPlanes {
  /** Horizontal dots per inch of its bitmaps: the printer's, or the label's override. */
  readonly hdpi: number;
  readonly vdpi: number;
  readonly labels: readonly [CompiledLabel] | readonly [CompiledLabel, CompiledLabel, CompiledLabel, CompiledLabel];
}

/** Prepares a label for a printer. Throws `cannot-render` with one error per object that cannot be drawn. */
export function compilePlanes(label: Label, { hdpi, vdpi, isColor }: PlanesTarget, fonts: FontLibrary): CompiledPlanes {
  const own = { hdpi: label.hdpi ?? hdpi, vdpi: label.vdpi ?? vdpi };
  if (!isColor) return { ...own, labels: [compileLabel(label, { hdpi, vdpi }, fonts)] };
  const [cyan, magenta, yellow, black] = PROCESS_INKS;
  const plane = (ink: (typeof PROCESS_INKS)[number]): CompiledLabel => compileLabel(label, { hdpi, vdpi, ink }, fonts);
  return { ...own, labels: [plane(cyan), plane(magenta), plane(yellow), plane(black)] };
}

/** Draws one print, a bitmap for every ink. Throws `cannot-render` with one error per object whose values are missing or do not fit. */
export function printPlanes({ labels }: CompiledPlanes, values: PrintValues): Planes {
  if (labels.length === 1) return [printLabel(labels[0], values)];
  const [cyan, magenta, yellow, black] = labels;
  return [printLabel(cyan, values), printLabel(magenta, values), printLabel(yellow, values), printLabel(black, values)];
}

/** Checks prints that differ only in their row; returns their size in dots. Throws as `checkPrints`. */
export function checkPlanes({ labels }: CompiledPlanes, values: PrintValues): CheckRow {
  return checkPrints(labels[0], values);
}
