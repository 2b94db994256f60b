import type { Bitmap } from '#rendering/raster/bitmap.ts';

/** Bytes of the shortest complete label that sends a picture as plain hexadecimal digits. */
export function plainGraphicLength({ width, height }: Bitmap): number {
  const rowLength = Math.ceil(width / 8);
  const total = height * rowLength;
  return `^XA^PW${width}^LL${height}^FO0,0^GFA,${total},${total},${rowLength},^FS^PQ1^XZ`.length + 2 * total;
}
