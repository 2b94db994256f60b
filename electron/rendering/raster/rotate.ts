import { createBitmap } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import type { QuarterTurns } from './placement.ts';

const rotations = new WeakMap<Bitmap, Map<QuarterTurns, Bitmap>>();

/** The bitmap rotated clockwise. Cached as long as the source lives, because the same glyphs are rotated repeatedly. */
export function rotateBitmap(source: Bitmap, turns: QuarterTurns): Bitmap {
  if (turns === 0) return source;
  const cached = rotations.get(source) ?? new Map<QuarterTurns, Bitmap>();
  rotations.set(source, cached);
  const rotated = cached.get(turns) ?? turn(source, turns);
  cached.set(turns, rotated);
  return rotated;
}

function turn(source: Bitmap, turns: 1 | 2 | 3): Bitmap {
  const { width, height, stride, words } = source;
  const rotated = turns === 2 ? createBitmap(width, height) : createBitmap(height, width);
  for (let y = 0; y < height; y += 1) {
    for (let index = 0; index < stride; index += 1) {
      let word = words[y * stride + index] ?? 0;
      while (word !== 0) {
        const bit = Math.clz32(word);
        word &= ~(0x80000000 >>> bit);
        const x = index * 32 + bit;
        if (turns === 1) setDot(rotated, height - 1 - y, x);
        else if (turns === 2) setDot(rotated, width - 1 - x, height - 1 - y);
        else setDot(rotated, y, width - 1 - x);
      }
    }
  }
  return rotated;
}

function setDot(bitmap: Bitmap, x: number, y: number): void {
  const at = y * bitmap.stride + (x >>> 5);
  bitmap.words[at] = (bitmap.words[at] ?? 0) | (0x80000000 >>> (x & 31));
}
