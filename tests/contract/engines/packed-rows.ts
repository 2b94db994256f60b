import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';

interface Layout {
  width: number;
  height: number;
  /** Bytes from one row to the next. */
  rowSize: number;
  /** Bytes of a row before its dots. */
  skipped?: number;
  /** The bit of a dot with ink. */
  ink: 0 | 1;
}

/** The picture in rows of one bit per dot, the leftmost dot in the highest bit. Written for tests: no engine uses it. */
export function bitmapOfRows(rows: Uint8Array, { width, height, rowSize, skipped = 0, ink }: Layout): Bitmap {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = rows[y * rowSize + skipped + (x >> 3)];
      if (byte === undefined) throw new Error('the picture ends too soon');
      if (((byte >> (7 - (x % 8))) & 1) === ink) bitmap.words[y * bitmap.stride + (x >> 5)]! |= 1 << (31 - (x % 32));
    }
  }
  return bitmap;
}
