import type { Bitmap } from '#rendering/raster/bitmap.ts';

/** Paper and ink as RGBA words in this machine's byte order. */
const PAPER = 0xffffffff;
const INK = new Uint32Array(Uint8Array.of(0x10, 0x11, 0x12, 0xff).buffer)[0] ?? 0xff000000;

/** The eight pixels of every byte value, ready to copy. */
const DOTS_OF_BYTE = Array.from({ length: 256 }, (_, byte) =>
  Uint32Array.from({ length: 8 }, (__, dot) => ((byte >> (7 - dot)) & 1 ? INK : PAPER)),
);
const NO_INK = new Uint32Array(8).fill(PAPER);

/** A bitmap as canvas pixels, one per dot. */
export function pixelsOf({ width, height, stride, words }: Bitmap): ImageData {
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  pixels.fill(PAPER);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < stride; column += 1) {
      const word = words[row * stride + column] ?? 0;
      if (word === 0) continue;
      copyWord(pixels, { word, at: row * width + column * 32, dots: Math.min(32, width - column * 32) });
    }
  }
  return image;
}

function copyWord(pixels: Uint32Array, { word, at, dots }: { word: number; at: number; dots: number }): void {
  for (let byte = 0; byte * 8 < dots; byte += 1) {
    const eight = DOTS_OF_BYTE[(word >>> (24 - byte * 8)) & 0xff] ?? NO_INK;
    const left = dots - byte * 8;
    pixels.set(left >= 8 ? eight : eight.subarray(0, left), at + byte * 8);
  }
}
