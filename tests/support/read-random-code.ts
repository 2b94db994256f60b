import { deflateSync } from 'node:zlib';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { decodeBitmap, type DecodedCode } from './decode-codes.ts';
import { randomCode } from './random-code.ts';

const fonts = await loadBundledFonts();
/** The widest quiet zone of all standards. */
const MARGIN = 5;
const VALUES = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };

/** A code that was decoded incorrectly; `read` is the result of the decoder. */
export interface Misread {
  seed: number;
  label: unknown;
  target: PrintTarget;
  expected: { format: string; text: string };
  read: readonly DecodedCode[];
  png: Uint8Array;
  /** Whether the decoder is right when it knows the symbology: it has then mistaken a part of the code for a smaller code. */
  isReadWhenTold: boolean;
}

/** Renders the label of a seed and decodes it with an independent decoder. Undefined when the content is right. */
export async function readRandomCode(seed: number): Promise<Misread | undefined> {
  const { label, target, format, text } = randomCode(seed);
  const bitmap = printLabel(compileLabel(label, target, fonts), VALUES);
  const read = await decodeBitmap(bitmap, { ...target, margin: MARGIN });
  // High rows of a stacked code are found twice. Any other additional result is an error.
  const isRight = (found: DecodedCode): boolean => found.format === format && found.text === text;
  if (read.length > 0 && read.every(isRight)) return undefined;
  const told = await decodeBitmap(bitmap, { ...target, margin: MARGIN, format });
  const isReadWhenTold = told.length > 0 && told.every(isRight);
  return {
    seed,
    label,
    target,
    expected: { format, text },
    read,
    png: encodePng(bitmap, { ...target, deflate: deflateSync }),
    isReadWhenTold,
  };
}
