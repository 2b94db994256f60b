import { createHash } from 'node:crypto';
import type { Planes } from '#rendering/print-planes.ts';

const COLOR_PREFIX = 'cmyk:';

/** SHA-256 of a picture's size and bits, hexadecimal; over four planes it begins with `cmyk:`. */
export function pictureHash(planes: Planes): string {
  const [{ width, height }] = planes;
  const hash = createHash('sha256').update(`${width} x ${height}\n`);
  for (const { words } of planes) hash.update(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  return (planes.length === 1 ? '' : COLOR_PREFIX) + hash.digest('hex');
}

/** Whether the hash is that of a picture in colours: a print tells by it how it is drawn again. */
export function isColorHash(hash: string): boolean {
  return hash.startsWith(COLOR_PREFIX);
}
