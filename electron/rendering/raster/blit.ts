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
  const firstRow = Math.max(0, top);
  const endRow = Math.min(target.height, top + source.height);
  const firstWord = Math.floor(left / 32);
  const shift = left - firstWord * 32;
  for (let y = firstRow; y < endRow; y += 1) {
    const sourceRow = (y - top) * source.stride;
    for (let index = 0; index < source.stride; index += 1) {
      const dots = source.words[sourceRow + index] ?? 0;
      if (dots === 0) continue;
      mergeDots(target, y, firstWord + index, dots >>> shift, effect);
      if (shift > 0) mergeDots(target, y, firstWord + index + 1, dots << (32 - shift), effect);
    }
  }
}

function mergeDots(target: Bitmap, y: number, word: number, dots: number, effect: Effect): void {
  const { words, stride, width } = target;
  if (word < 0 || word >= stride) return;
  const inside = word === stride - 1 ? dots & (0xffffffff << (-width & 31)) : dots;
  const at = y * stride + word;
  const old = words[at] ?? 0;
  words[at] = effect === 'ink' ? old | inside : old & ~inside;
}
