/** No element is taller than this: browsers draw no further than 16 to 33 million pixels, and with whole pixels only up to here. */
const TALLEST = 4_000_000;
/** So near to an end of the bar the place on it is found anew, so that the end of the bar is the end of the rows. */
const EDGE = 1_000;
/** How far the place on the bar may be from where it belongs before it is put right. */
const DRIFT = 60_000;

/** How tall all rows are together, and how much of them is seen at once, in pixels. */
export interface ScrollArea {
  whole: number;
  view: number;
}

/** Where a bar stands, and where that is in the rows, in pixels. They differ once the rows are taller than the bar can be. */
export interface ScrollPlace {
  bar: number;
  at: number;
}

/** How tall the element is that stands for all rows. */
export function barHeight({ whole }: ScrollArea): number {
  return Math.min(whole, TALLEST);
}

/** Where the bar stands when the rows are seen from `at` on. */
export function placeAt(at: number, area: ScrollArea): ScrollPlace {
  const { most, range } = lengthsOf(area);
  const near = Math.max(0, Math.min(most, at));
  if (most === range) return { bar: near, at: near };
  const margin = (EDGE * 4 * most) / range;
  if (near <= margin) return { bar: Math.min(near, range), at: near };
  if (most - near <= margin) return { bar: Math.max(0, range - (most - near)), at: near };
  return { bar: (near / most) * range, at: near };
}

/**
 * Where a bar is that was moved to `bar`. A short way is the same way in the rows, pixel by pixel; a long one was a pull at the bar and goes
 * to its share of the rows. The bar of the answer may stand elsewhere than where it was moved to: then it has to be put there.
 */
export function moved(from: ScrollPlace, bar: number, area: ScrollArea): ScrollPlace {
  const { most, range } = lengthsOf(area);
  if (most === range) return { bar, at: bar };
  const way = bar - from.bar;
  if (Math.abs(way) > 2 * area.view) return { bar, at: (bar / range) * most };
  const at = Math.max(0, Math.min(most, from.at + way));
  const right = placeAt(at, area);
  const isAtEnd = (bar < EDGE && bar !== at) || (range - bar < EDGE && range - bar !== most - at);
  return isAtEnd || Math.abs(right.bar - bar) > DRIFT ? right : { bar, at };
}

function lengthsOf(area: ScrollArea): { most: number; range: number } {
  return { most: Math.max(0, area.whole - area.view), range: Math.max(0, barHeight(area) - area.view) };
}
