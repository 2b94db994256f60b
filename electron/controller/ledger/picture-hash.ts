import { createHash } from 'node:crypto';
import type { Bitmap } from '#rendering/raster/bitmap.ts';

/** SHA-256 of a picture's size and bits, hexadecimal. */
export function pictureHash({ width, height, words }: Bitmap): string {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  return createHash('sha256').update(`${width} x ${height}\n`).update(bytes).digest('hex');
}
