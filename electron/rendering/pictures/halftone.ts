import { createBitmap } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { SCREEN_LEVELS, screenThreshold } from '../raster/screen.ts';
import type { ScreenOrigin } from '../raster/screen.ts';
import { scaleRows } from './scale-rows.ts';
import type { Shades } from './scale-rows.ts';

/** How grey levels become dots: by a threshold, by an ordered screen, or by error diffusion. */
export type Dithering = 'NONE' | 'ORDERED' | 'FLOYD_STEINBERG';

/** Size and method of a halftone. */
export interface HalftoneOptions {
  /** Dots across. */
  width: number;
  /** Dots down. */
  height: number;
  dithering: Dithering;
  /** Darkness above which a dot prints, 0 to 1; with dithering it changes the overall darkness. */
  threshold: number;
}

const NO_OFFSET: ScreenOrigin = { x: 0, y: 0 };
const MIDDLE = 0.5;
/** Larger than accumulated rounding errors: a brightness equal to the threshold never prints. */
const TOLERANCE = 1e-9;

/** The dots of a picture in one ink, from the brightness of its pixels. */
export function halftone(brightness: Shades, { width, height, dithering, threshold }: HalftoneOptions): Bitmap {
  const bitmap = createBitmap(width, height);
  const handOn = dithering === 'FLOYD_STEINBERG' ? new ErrorRows(width) : undefined;
  let y = 0;
  for (const row of scaleRows(brightness, width, height)) {
    if (handOn) handOn.diffuse(row, threshold, (x) => setDot(bitmap, x, y));
    else if (dithering === 'ORDERED') screenRow(bitmap, { row, y, origin: NO_OFFSET, lift: MIDDLE - threshold });
    else for (let x = 0; x < width; x += 1) if ((row[x] ?? 1) < threshold - TOLERANCE) setDot(bitmap, x, y);
    y += 1;
  }
  return bitmap;
}

/** The dots of one ink, using the screen of that ink; a brightness of 1 is no ink. */
export function screenShades(brightness: Shades, size: { width: number; height: number }, origin: ScreenOrigin): Bitmap {
  const bitmap = createBitmap(size.width, size.height);
  let y = 0;
  for (const row of scaleRows(brightness, size.width, size.height)) {
    screenRow(bitmap, { row, y, origin, lift: 0 });
    y += 1;
  }
  return bitmap;
}

function screenRow(bitmap: Bitmap, { row, y, origin, lift }: { row: Float64Array; y: number; origin: ScreenOrigin; lift: number }): void {
  for (let x = 0; x < row.length; x += 1) {
    const level = Math.round((1 - lift - (row[x] ?? 1)) * SCREEN_LEVELS);
    if (screenThreshold(origin, x, y) < level) setDot(bitmap, x, y);
  }
}

/** Error diffusion of Floyd and Steinberg, alternating the direction of rows. */
class ErrorRows {
  #errors: Float64Array;
  #next: Float64Array;
  #isBack = false;

  constructor(width: number) {
    this.#errors = new Float64Array(width + 2);
    this.#next = new Float64Array(width + 2);
  }

  diffuse(row: Float64Array, threshold: number, setInk: (x: number) => void): void {
    const [errors, next] = [this.#errors, this.#next];
    const step = this.#isBack ? -1 : 1;
    next.fill(0);
    for (let count = 0; count < row.length; count += 1) {
      const x = this.#isBack ? row.length - 1 - count : count;
      const at = x + 1;
      const value = (row[x] ?? 1) + MIDDLE - threshold + (errors[at] ?? 0);
      const isInk = value < MIDDLE - TOLERANCE;
      if (isInk) setInk(x);
      const error = value - (isInk ? 0 : 1);
      errors[at + step] = (errors[at + step] ?? 0) + (error * 7) / 16;
      next[at - step] = (next[at - step] ?? 0) + (error * 3) / 16;
      next[at] = (next[at] ?? 0) + (error * 5) / 16;
      next[at + step] = (next[at + step] ?? 0) + error / 16;
    }
    [this.#errors, this.#next] = [next, errors];
    this.#isBack = !this.#isBack;
  }
}

function setDot(bitmap: Bitmap, x: number, y: number): void {
  const at = y * bitmap.stride + (x >>> 5);
  bitmap.words[at] = (bitmap.words[at] ?? 0) | (0x80000000 >>> (x & 31));
}
