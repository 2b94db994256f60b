import { PROCESS_INKS } from './inks.ts';
import type { ProcessInk } from './inks.ts';
import type { Planes } from './print-planes.ts';
import { encodeIndexedPng, encodePng } from './raster/png.ts';
import type { PngOptions, Rgb } from './raster/png.ts';

/** What each ink looks like on white: no ink swallows all of its light and nothing else. */
const INK_COLORS: Readonly<Record<ProcessInk, Rgb>> = {
  cyan: [20, 168, 226],
  magenta: [226, 24, 126],
  yellow: [252, 230, 20],
  black: [24, 22, 24],
};

const PALETTE = Array.from({ length: 1 << PROCESS_INKS.length }, (_, dots) => mixInks(dots));

/** A print as a PNG: black on white, or with four inks in the colours that they mix. Throws a RangeError for a print without dots. */
export function encodePlanes(planes: Planes, options: PngOptions): Uint8Array<ArrayBuffer> {
  return planes.length === 1 ? encodePng(planes[0], options) : encodeIndexedPng(planes, PALETTE, options);
}

/** Inks upon each other, bit n of `dots` for plane n: each takes its part of the light. */
function mixInks(dots: number): Rgb {
  const light: [number, number, number] = [1, 1, 1];
  for (const [plane, ink] of PROCESS_INKS.entries()) {
    if (dots & (1 << plane)) for (const [index, part] of INK_COLORS[ink].entries()) light[index] = (light[index] ?? 1) * (part / 255);
  }
  const [red, green, blue] = light;
  return [Math.round(red * 255), Math.round(green * 255), Math.round(blue * 255)];
}
