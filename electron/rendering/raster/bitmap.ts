/**
 * A 1-bit picture in packed rows: bit 31 of a word is its leftmost dot, 1 = ink. Rows begin at a word; unused bits at the end of a row are
 * always 0.
 */
export interface Bitmap {
  /** Dots across. */
  readonly width: number;
  /** Dots down. */
  readonly height: number;
  /** Words per row. */
  readonly stride: number;
  readonly words: Uint32Array<ArrayBuffer>;
}

/** An empty bitmap. Throws a RangeError unless both sides are whole numbers of at least 0. */
export function createBitmap(width: number, height: number): Bitmap {
  if (!Number.isSafeInteger(width) || !Number.isSafeInteger(height) || width < 0 || height < 0) {
    throw new RangeError(`invalid bitmap size ${width} x ${height}`);
  }
  const stride = (width + 31) >>> 5;
  return { width, height, stride, words: new Uint32Array(stride * height) };
}
