import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { randomCode } from '../random-code.ts';
import { randomLabel } from '../random-label.ts';

/** The drawing of a random label. */
export interface RandomPicture {
  bitmap: Bitmap;
  hdpi: number;
  vdpi: number;
  /** What a decoder reads from it, if it is a label with one code only. */
  code?: { format: string; text: string };
}

const fonts = await loadBundledFonts();
const VALUES = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };

/** The drawing of a seed: of a label with all kinds of objects for an even one, of a code for an odd one. */
export function randomPicture(seed: number): RandomPicture {
  if (seed % 2 === 1) {
    const { label, target, format, text } = randomCode(seed);
    const { hdpi, vdpi } = target;
    return { bitmap: printLabel(compileLabel(label, target, fonts), VALUES), hdpi, vdpi, code: { format, text } };
  }
  const { label, target, prints } = randomLabel(seed);
  const [bitmap] = printPlanes(compilePlanes(label, { ...target, isColor: false }, fonts), prints[0]);
  return { bitmap, hdpi: target.hdpi, vdpi: target.vdpi };
}
