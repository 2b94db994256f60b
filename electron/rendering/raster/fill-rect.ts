import type { Bitmap } from './bitmap.ts';
import type { Screen } from './screen.ts';

/** A rectangle of whole dots. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What drawing does to the dots it covers: `ink` sets them, `erase` clears them, a screen gives each the dot of its pattern. */
export type Effect = 'ink' | 'erase' | Screen;

/** The dots that a whole word gets on row `y`, as a signed number: that is what bit operations are fastest with. */
export function effectDots(effect: Effect, y: number): number {
  if (effect === 'ink') return -1;
  return effect === 'erase' ? 0 : (effect.rows[y & 7] ?? 0) | 0;
}

/** Fills the part of the rectangle that lies on the bitmap. */
export function fillRect(bitmap: Bitmap, rect: Rect, effect: Effect): void {
  const top = Math.max(0, rect.top);
  const bottom = Math.min(bitmap.height, rect.top + rect.height);
  for (let y = top; y < bottom; y += 1) fillSpan(bitmap, y, rect.left, rect.left + rect.width, effect);
}

/** Fills the dots from `left` up to, not including, `right` of one row that must lie on the bitmap. */
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
