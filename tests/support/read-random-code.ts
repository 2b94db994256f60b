import { deflateSync } from 'node:zlib';
import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/compile-label.ts';
import { printLabel } from '#rendering/print-label.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { decodeCodes } from './decode-codes.ts';
import { randomCode } from './random-code.ts';

const fonts = await loadBundledFonts();
const VALUES = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };

/** A code that was read as something else than it says; `read` is what the decoder found. */
export interface Misread {
  seed: number;
  label: unknown;
  dpi: number;
  expected: { format: string; text: string };
  read: unknown;
  png: Uint8Array;
}

/** Draws the label of a seed and has an independent decoder read it. Returns undefined when it read the right content. */
export async function readRandomCode(seed: number): Promise<Misread | undefined> {
  const { label, target, format, text } = randomCode(seed);
  const png = encodePng(printLabel(compileLabel(label, target, fonts), VALUES), { ...target, deflate: deflateSync });
  const read = await decodeCodes(png);
  const [first, ...others] = read;
  if (others.length === 0 && first?.format === format && first.text === text) return undefined;
  return { seed, label, dpi: target.hdpi, expected: { format, text }, read, png };
}
