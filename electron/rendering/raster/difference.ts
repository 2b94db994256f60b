import { createBitmap } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { blit } from './blit.ts';
import type { Rgb } from './png.ts';

/** Colours of `overlayBitmaps`, distinguishable with red-green colour blindness. */
export const DIFFERENCE_PALETTE: readonly Rgb[] = [
  [255, 255, 255],
  [213, 72, 0],
  [0, 92, 200],
  [150, 150, 150],
];

/** Two pictures as planes of one size with common upper left corners: before, after. */
export function overlayBitmaps(before: Bitmap, after: Bitmap): [Bitmap, Bitmap] {
  const width = Math.max(before.width, after.width);
  const height = Math.max(before.height, after.height);
  const grown = (bitmap: Bitmap): Bitmap => {
    const canvas = createBitmap(width, height);
    blit(canvas, bitmap, { left: 0, top: 0, effect: 'ink' });
    return canvas;
  };
  return [grown(before), grown(after)];
}
