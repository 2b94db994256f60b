import { createHash } from 'node:crypto';
import type { Planes } from '#rendering/label/planes.ts';

const COLOR_PREFIX = 'cmyk:';

/** SHA-256 of a picture's size and bits, hexadecimal; for four planes with the prefix `cmyk:`. */
export function pictureHash(planes: Planes): string {
  const [{ width, height }] = planes;
  const hash = createHash('sha256').update(`${width} x ${height}\n`);
  for (const { words } of planes) hash.update(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  return (planes.length === 1 ? '' : COLOR_PREFIX) + hash.digest('hex');
}

/** Whether the hash is that of a colour picture. */
export function isColorHash(hash: string): boolean {
  return hash.startsWith(COLOR_PREFIX);
}
