import { createBitmap } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { effectDots, fillRect, fillSpan } from './fill-rect.ts';
import type { Effect, Rect } from './fill-rect.ts';
import type { QuarterTurns } from './placement.ts';

/** Adjacent bars in an area that is as wide as all of them. */
export interface Bars {
  /** Alternating start and width of each bar within the area. */
  bars: readonly number[];
  /** The area on the bitmap, after rotation. */
  area: Rect;
  turns: QuarterTurns;
  effect: Effect;
}

/** Draws bars. Upright bars are packed into one row, which is repeated over the height of the area. */
export function stampBars(bitmap: Bitmap, { bars, area, turns, effect }: Bars): void {
  const isUpright = turns === 0 || turns === 2;
  const length = isUpright ? area.width : area.height;
  const row = createBitmap(isUpright ? bitmap.width : 0, 1);
  for (let index = 0; index < bars.length; index += 2) {
    const width = bars[index + 1] ?? 0;
    const start = turns === 0 || turns === 1 ? (bars[index] ?? 0) : length - (bars[index] ?? 0) - width;
    if (isUpright) fillSpan(row, 0, area.left + start, area.left + start + width, 'ink');
    else fillRect(bitmap, { left: area.left, top: area.top + start, width: area.width, height: width }, effect);
  }
  if (isUpright) stampRow(bitmap, row, area, effect);
}

/** Modules of whole dots that fill an area. */
export interface Modules {
  /** Modules across and down, and row by row which are dark, before rotation. */
  symbol: { width: number; height: number; modules: Uint8Array };
  /** The area on the bitmap, after rotation. */
  area: Rect;
  turns: QuarterTurns;
  effect: Effect;
}

/** Draws the dark modules: every row of modules is packed once and repeated over the height of a module. */
export function stampModules(bitmap: Bitmap, { symbol, area, turns, effect }: Modules): void {
  const { start, across, down } = readingOrder(symbol, turns);
  const isUpright = turns === 0 || turns === 2;
  const [columns, rows] = isUpright ? [symbol.width, symbol.height] : [symbol.height, symbol.width];
  const [width, height] = [area.width / columns, area.height / rows];
  const row = createBitmap(bitmap.width, 1);
  for (let y = 0; y < rows; y += 1) {
    row.words.fill(0);
    for (let x = 0; x < columns; x += 1) {
      const first = x;
      while (x < columns && symbol.modules[start + x * across + y * down] === 1) x += 1;
      if (x > first) fillSpan(row, 0, area.left + first * width, area.left + x * width, 'ink');
    }
    stampRow(bitmap, row, { ...area, top: area.top + y * height, height }, effect);
  }
}

/** Index of the module in the upper left corner after rotation, and the index steps to the modules right of and below it. */
function readingOrder({ width, height }: Modules['symbol'], turns: QuarterTurns): { start: number; across: number; down: number } {
  if (turns === 0) return { start: 0, across: 1, down: width };
  if (turns === 1) return { start: (height - 1) * width, across: -width, down: 1 };
  if (turns === 2) return { start: width * height - 1, across: -1, down: -width };
  return { start: width - 1, across: width, down: -1 };
}

/** Draws a row of the bitmap's width on every row of an area, which must contain all of its dots. */
function stampRow(bitmap: Bitmap, row: Bitmap, area: Rect, effect: Effect): void {
  const from = Math.max(0, area.left) >>> 5;
  const to = Math.min(bitmap.stride, (area.left + area.width + 31) >> 5);
  const bottom = Math.min(bitmap.height, area.top + area.height);
  for (let y = Math.max(0, area.top); y < bottom; y += 1) {
    const at = y * bitmap.stride;
    const cleared = ~effectDots(effect, y);
    for (let index = from; index < to; index += 1) {
      const dots = row.words[index] ?? 0;
      const old = bitmap.words[at + index] ?? 0;
      bitmap.words[at + index] = (old | dots) ^ (dots & cleared);
    }
  }
}
