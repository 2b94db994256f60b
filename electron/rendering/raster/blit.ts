import type { Bitmap } from './bitmap.ts';
import type { Effect } from './fill-rect.ts';

/** Where the upper left dot of the source goes on the target; may lie outside of it. */
export interface BlitPlace {
  left: number;
  top: number;
  effect: Effect;
}

/** Copies the ink of `source` at any dot offset: `ink` sets the dots below it, `erase` clears them. What falls outside is cut off. */
export function blit(target: Bitmap, source: Bitmap, { left, top, effect }: BlitPlace): void {
  const firstDot = Math.max(0, left);
  const endDot = Math.min(target.width, left + source.width);
  const firstRow = Math.max(0, top);
  const endRow = Math.min(target.height, top + source.height);
  if (firstDot >= endDot) return;
  const firstWord = firstDot >>> 5;
  const lastWord = (endDot - 1) >>> 5;
  const lastMask = (0xffffffff << (31 - ((endDot - 1) & 31))) >>> 0;
  for (let y = firstRow; y < endRow; y += 1) {
    const sourceRow = (y - top) * source.stride;
    const targetRow = y * target.stride;
    for (let word = firstWord; word <= lastWord; word += 1) {
      let dots = dotsAt(source, sourceRow, word * 32 - left);
      if (word === lastWord) dots &= lastMask;
      const at = targetRow + word;
      const old = target.words[at] ?? 0;
      target.words[at] = effect === 'ink' ? old | dots : old & ~dots;
    }
  }
}

/** 32 dots of a row beginning at any dot, also before its start or beyond its end, where there is no ink. */
function dotsAt({ words, stride }: Bitmap, row: number, dot: number): number {
  const word = Math.floor(dot / 32);
  const shift = dot - word * 32;
  const high = word >= 0 && word < stride ? (words[row + word] ?? 0) : 0;
  if (shift === 0) return high;
  const low = word + 1 >= 0 && word + 1 < stride ? (words[row + word + 1] ?? 0) : 0;
  return (high << shift) | (low >>> (32 - shift));
}
