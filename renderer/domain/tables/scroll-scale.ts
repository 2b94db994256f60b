/**
 * The maximum height of an element, in pixels. Browsers draw up to 16 to 33 million pixels, and position precisely to a pixel only up to
 * this height.
 */
const TALLEST = 4_000_000;
/** Within this distance of either end, in pixels, the bar is aligned again, so that its end is the end of the rows. */
const EDGE = 1_000;
/** The tolerated difference between the bar's position and its exact position, in pixels. */
const DRIFT = 60_000;

/** The height of all rows together and the height of the visible part, in pixels. */
export interface ScrollArea {
  whole: number;
  view: number;
}

/**
 * The position of the scroll bar and the corresponding position in the rows, in pixels. They differ if the rows are taller than the bar's
 * element can be.
 */
export interface ScrollPlace {
  bar: number;
  at: number;
}

/** The height of the element that represents all rows. */
export function barHeight({ whole }: ScrollArea): number {
  return Math.min(whole, TALLEST);
}

/** The position of the bar when the rows are visible from `at` on. */
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
 * The position after the bar has moved to `bar`. A short move scrolls the rows by the same pixels; a long one is a drag of the bar, which
 * scrolls to its share of the rows. If the result has another bar position, the bar must be set to it.
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
