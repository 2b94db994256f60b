import type { Bitmap } from '#rendering/raster/bitmap.ts';

/** A picture with the resolution that it was drawn for, in dots per inch across and down. */
export interface Picture {
  bitmap: Bitmap;
  hdpi: number;
  vdpi: number;
}
