import type { Bitmap } from './bitmap.ts';
import { effectDots } from './fill-rect.ts';
import type { Effect } from './fill-rect.ts';

/** Position of the source's upper left dot on the target; may be outside of it. */
export interface BlitPlace {
  left: number;
  top: number;
  effect: Effect;
}

/**
 * Copies the ink of `source` at any dot offset: `ink` sets the dots below it, `erase` clears them, a screen applies its pattern. Clips to
 * the target.
 */
export function blit(target: Bitmap, source: Bitmap, place: BlitPlace): void {
  const { left, top } = place;
  const isInside = left >= 0 && top >= 0 && left + source.width <= target.width && top + source.height <= target.height;
  if (isInside) blitInside(target, source, place);
  else blitClipped(target, source, place);
}

/** Fast path without clipping, taken by most glyphs. */
function blitInside(target: Bitmap, source: Bitmap, { left, top, effect }: BlitPlace): void {
  const { words, stride } = target;
  const shift = left & 31;
  let read = 0;
  let row = top * stride + (left >>> 5);
  for (let y = 0; y < source.height; y += 1) {
    const cleared = ~effectDots(effect, top + y);
    for (let at = row; at < row + source.stride; at += 1) {
      const dots = source.words[read] ?? 0;
      read += 1;
      if (dots === 0) continue;
      const high = dots >>> shift;
      const low = (dots << 1) << (31 - shift);
      words[at] = ((words[at] ?? 0) | high) ^ (high & cleared);
      if (low !== 0) words[at + 1] = ((words[at + 1] ?? 0) | low) ^ (low & cleared);
    }
    row += stride;
  }
}

function blitClipped(target: Bitmap, source: Bitmap, { left, top, effect }: BlitPlace): void {
  const firstRow = Math.max(0, top);
  const endRow = Math.min(target.height, top + source.height);
  const firstWord = Math.floor(left / 32);
  const shift = left - firstWord * 32;
  for (let y = firstRow; y < endRow; y += 1) {
    const sourceRow = (y - top) * source.stride;
    const fresh = effectDots(effect, y);
    for (let index = 0; index < source.stride; index += 1) {
      const dots = source.words[sourceRow + index] ?? 0;
      mergeDots(target, y, firstWord + index, dots >>> shift, fresh);
      mergeDots(target, y, firstWord + index + 1, (dots << 1) << (31 - shift), fresh);
    }
  }
}

/** Replaces the bits of a word that are set in `dots` by those of `fresh`. */
function mergeDots(target: Bitmap, y: number, word: number, dots: number, fresh: number): void {
  const { words, stride, width } = target;
  if (word < 0 || word >= stride) return;
  const inside = word === stride - 1 ? dots & (0xffffffff << (-width & 31)) : dots;
  const at = y * stride + word;
  words[at] = ((words[at] ?? 0) & ~inside) | (fresh & inside);
}
