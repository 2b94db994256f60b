import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodePlanes, inkedDotsOfPng } from '#rendering/label/planes-png.ts';
import { inkedDots, type Planes } from '#rendering/label/planes.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';

/** 35 dots across, so that rows end within a byte and within a word. */
function dots(...places: [x: number, y: number][]): Bitmap {
  const bitmap = createBitmap(35, 3);
  for (const [x, y] of places) {
    const at = y * bitmap.stride + (x >>> 5);
    bitmap.words[at] = (bitmap.words[at] ?? 0) | (0x80000000 >>> (x & 31));
  }
  return bitmap;
}

describe('the inked dots of a PNG', () => {
  it.each<[string, Planes]>([
    ['one ink', [dots([0, 0], [7, 1], [31, 1], [32, 2], [34, 2])]],
    ['four inks', [dots([0, 0]), dots([1, 1], [34, 2]), dots([34, 2]), dots([33, 0])]],
    ['no ink', [dots()]],
  ])('are those of the print, of %s', (_inks, planes) => {
    const png = encodePlanes(planes, { hdpi: 300, vdpi: 300, deflate: (bytes) => deflateSync(bytes) });
    expect(inkedDotsOfPng(png)).toEqual(inkedDots(planes));
  });
});
