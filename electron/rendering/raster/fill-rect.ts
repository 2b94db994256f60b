import type { Bitmap } from './bitmap.ts';
import type { Screen } from './screen.ts';

/** A rectangle of whole dots. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The effect of drawing on covered dots: `ink` sets them, `erase` clears them, a screen applies its pattern. */
export type Effect = 'ink' | 'erase' | Screen;

/** The bits of a whole word on row `y`, as a signed number, which bit operations process fastest. */
export function effectDots(effect: Effect, y: number): number {
  if (effect === 'ink') return -1;
  return effect === 'erase' ? 0 : (effect.rows[y & 7] ?? 0) | 0;
}

/** Fills the part of the rectangle that is on the bitmap. */
export function fillRect(bitmap: Bitmap, rect: Rect, effect: Effect): void {
  const top = Math.max(0, rect.top);
  const bottom = Math.min(bitmap.height, rect.top + rect.height);
  for (let y = top; y < bottom; y += 1) fillSpan(bitmap, y, rect.left, rect.left + rect.width, effect);
}

/** Fills dots from `left` to `right` (exclusive) of a row, which must be on the bitmap. */
export function fillSpan(bitmap: Bitmap, y: number, left: number, right: number, effect: Effect): void {
  const from = Math.max(0, left);
  const to = Math.min(bitmap.width, right);
  if (from >= to) return;
  const { words } = bitmap;
  const first = y * bitmap.stride + (from >>> 5);
  const last = y * bitmap.stride + ((to - 1) >>> 5);
  const firstMask = 0xffffffff >>> (from & 31);
  const lastMask = (0xffffffff << (31 - ((to - 1) & 31))) >>> 0;
  const dots = effectDots(effect, y);
  if (first === last) {
    applyMask(words, first, firstMask & lastMask, dots);
    return;
  }
  applyMask(words, first, firstMask, dots);
  if (last - first > 1) words.fill(dots, first + 1, last);
  applyMask(words, last, lastMask, dots);
}

function applyMask(words: Uint32Array, at: number, mask: number, dots: number): void {
  words[at] = ((words[at] ?? 0) & ~mask) | (dots & mask);
}
