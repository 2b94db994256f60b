import { PROCESS_INKS } from '../raster/inks.ts';
import type { ProcessInk } from '../raster/inks.ts';
import { inflatePng } from '../pictures/inflate-png.ts';
import { readPng } from '../pictures/read-png.ts';
import type { Planes } from './planes.ts';
import { createBitmap } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { encodeIndexedPng, encodePng } from '../raster/png.ts';
import type { PngOptions, Rgb } from '../raster/png.ts';

/** PNG colour type greyscale. */
const GREYSCALE = 0;

/** Screen colour of each ink on white. Real inks are not ideal, so these are not pure colours. */
const INK_COLORS: Readonly<Record<ProcessInk, Rgb>> = {
  cyan: [20, 168, 226],
  magenta: [226, 24, 126],
  yellow: [252, 230, 20],
  black: [24, 22, 24],
};

const PALETTE = Array.from({ length: 1 << PROCESS_INKS.length }, (_, dots) => mixInks(dots));

/** Encodes a print as PNG: black on white, or with the mixed colours of four inks. Throws a RangeError for a print without dots. */
export function encodePlanes(planes: Planes, options: PngOptions): Uint8Array<ArrayBuffer> {
  return planes.length === 1 ? encodePng(planes[0], options) : encodeIndexedPng(planes, PALETTE, options);
}

/** The dots with any ink in a PNG made by `encodePlanes`. Throws a `PictureError`. */
export function inkedDotsOfPng(png: Uint8Array): Bitmap {
  const file = readPng(png);
  const { width, height, depth, colorType } = file.header;
  const bytes = inflatePng(file);
  const rowBytes = Math.ceil((width * depth) / 8) + 1;
  const isInked = (sample: number): boolean => (colorType === GREYSCALE ? sample === 0 : sample !== 0);
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = bytes[y * rowBytes + 1 + ((x * depth) >>> 3)] ?? 0;
      const sample = (byte >>> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
      const at = y * bitmap.stride + (x >>> 5);
      if (isInked(sample)) bitmap.words[at] = (bitmap.words[at] ?? 0) | (0x80000000 >>> (x & 31));
    }
  }
  return bitmap;
}

/** Mixed colour of inks on top of each other; bit n of `dots` is plane n. Each ink absorbs its share of the light. */
function mixInks(dots: number): Rgb {
  const light: [number, number, number] = [1, 1, 1];
  for (const [plane, ink] of PROCESS_INKS.entries()) {
    if (dots & (1 << plane)) for (const [index, part] of INK_COLORS[ink].entries()) light[index] = (light[index] ?? 1) * (part / 255);
  }
  const [red, green, blue] = light;
  return [Math.round(red * 255), Math.round(green * 255), Math.round(blue * 255)];
}
