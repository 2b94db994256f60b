import type { Rect } from './fill-rect.ts';

/** Clockwise turns by 90 degrees. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Where a drawing's own upper left corner goes, and how far the drawing is turned around it. All in whole dots. */
export interface Placement {
  x: number;
  y: number;
  turns: QuarterTurns;
}

const COSINES = [1, 0, -1, 0] as const;
const SINES = [0, 1, 0, -1] as const;

/** A point of the drawing on what it is placed upon. */
export function placePoint(placement: Placement, x: number, y: number): [number, number] {
  const cosine = COSINES[placement.turns];
  const sine = SINES[placement.turns];
  return [placement.x + x * cosine - y * sine, placement.y + x * sine + y * cosine];
}

/** A rectangle of the drawing on what it is placed upon. */
export function placeRect(placement: Placement, { left, top, width, height }: Rect): Rect {
  const [x0, y0] = placePoint(placement, left, top);
  const [x1, y1] = placePoint(placement, left + width, top + height);
  return { left: Math.min(x0, x1), top: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}

/** The placement of a drawing that is placed with `inner` upon something that is placed with `outer`. */
export function composePlacements(outer: Placement, inner: Placement): Placement {
  const [x, y] = placePoint(outer, inner.x, inner.y);
  return { x, y, turns: ((outer.turns + inner.turns) & 3) as QuarterTurns };
}
