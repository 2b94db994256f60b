import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel } from './compile-label.ts';
import type { CompiledLabel } from './compile-label.ts';
import type { PrintValues } from './dynamic-text/print-values.ts';
import { PROCESS_INKS } from './inks.ts';
import { checkPrints, printLabel } from './print-label.ts';
import type { CheckRow } from './print-label.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { FontLibrary } from './text/fonts.ts';

/** What a printer prints with. */
export interface PlanesTarget {
  /** Dots per inch across. */
  hdpi: number;
  /** Dots per inch down. */
  vdpi: number;
  /** Whether it mixes colours of cyan, magenta, yellow and black. */
  isColor?: boolean | undefined;
}

/** The dots of every ink, all of one size: one bitmap for a printer of one ink, else cyan, magenta, yellow and black. */
export type Planes = readonly [Bitmap] | readonly [cyan: Bitmap, magenta: Bitmap, yellow: Bitmap, black: Bitmap];

/** A label prepared for a printer: once for every ink. */
export interface CompiledPlanes {
  /** Dots per inch of its bitmaps: the printer's, or the label's own. */
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

/** The sides of such prints in dots, found without drawing them; they differ in nothing but their row. Throws as `checkPrints` does. */
export function checkPlanes({ labels }: CompiledPlanes, values: PrintValues): CheckRow {
  return checkPrints(labels[0], values);
}

/** The dots that have ink of any kind. */
export function inkedDots([first, ...others]: Planes): Bitmap {
  if (others.length === 0) return first;
  const words = first.words.map((word, at) => others.reduce((dots, plane) => dots | (plane.words[at] ?? 0), word));
  return { ...first, words };
}
