import { deflateSync } from 'node:zlib';
import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/compile-label.ts';
import type { PrintTarget } from '#rendering/label-geometry.ts';
import { printLabel } from '#rendering/print-label.ts';
import { encodePng } from '#rendering/raster/png.ts';
import { decodeBitmap, type DecodedCode } from './decode-codes.ts';
import { randomCode } from './random-code.ts';

const fonts = await loadBundledFonts();
/** As wide as the widest quiet zone that a standard asks for. */
const MARGIN = 5;
const VALUES = { moment: { epochMs: 0, timeZone: 'UTC' }, variables: new Map(), counters: new Map(), row: undefined };

/** A code that was read as something else than it says; `read` is what the decoder found. */
export interface Misread {
  seed: number;
  label: unknown;
  target: PrintTarget;
  expected: { format: string; text: string };
  read: readonly DecodedCode[];
  png: Uint8Array;
  /** Whether the decoder reads it right when it is told the kind: then it took a part of it for a smaller code of another kind. */
  isReadWhenTold: boolean;
}

/** Draws the label of a seed and has an independent decoder read it. Returns undefined when it read the right content. */
export async function readRandomCode(seed: number): Promise<Misread | undefined> {
  const { label, target, format, text } = randomCode(seed);
  const bitmap = printLabel(compileLabel(label, target, fonts), VALUES);
  const read = await decodeBitmap(bitmap, { ...target, margin: MARGIN });
  // Rows of a stacked code that are high are found twice; whatever else is found besides is a fault.
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
