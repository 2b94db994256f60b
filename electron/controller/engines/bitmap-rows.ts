import type { Bitmap } from '#rendering/raster/bitmap.ts';

/** Bytes of one row of a bitmap, padded to whole bytes. */
export function bytesPerRow({ width }: Bitmap): number {
  return (width + 7) >>> 3;
}

/** The dots of a bitmap, row by row, each row padded to whole bytes: bit 7 of a byte is its leftmost dot, 1 = ink. */
export function bitmapRows(bitmap: Bitmap): Buffer {
  const { height, stride, words } = bitmap;
  const size = bytesPerRow(bitmap);
  const rows = Buffer.alloc(size * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < size; x++) rows[y * size + x] = (words[y * stride + (x >>> 2)] ?? 0) >>> (24 - 8 * (x & 3));
  }
  return rows;
}
