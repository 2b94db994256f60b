import type { Bitmap } from './bitmap.ts';

/** A rectangle of whole dots. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What drawing does to the dots it covers: `ink` sets them, `erase` clears them. */
export type Effect = 'ink' | 'erase';

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
  if (first === last) {
    applyMask(words, first, firstMask & lastMask, effect);
    return;
  }
  applyMask(words, first, firstMask, effect);
  words.fill(effect === 'ink' ? 0xffffffff : 0, first + 1, last);
  applyMask(words, last, lastMask, effect);
}

function applyMask(words: Uint32Array, at: number, mask: number, effect: Effect): void {
  const word = words[at] ?? 0;
  words[at] = effect === 'ink' ? word | mask : word & ~mask;
}
