import type { Rect } from './fill-rect.ts';

/** Clockwise turns by 90 degrees. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Position of a drawing's upper left corner, and the rotation around it. All in whole dots. */
export interface Placement {
  x: number;
  y: number;
  turns: QuarterTurns;
}

const COSINES = [1, 0, -1, 0] as const;
const SINES = [0, 1, 0, -1] as const;

/** A point of the drawing in the coordinates that it is placed in. */
export function placePoint(placement: Placement, x: number, y: number): [number, number] {
  const cosine = COSINES[placement.turns];
  const sine = SINES[placement.turns];
  return [placement.x + x * cosine - y * sine, placement.y + x * sine + y * cosine];
}

/** A rectangle of the drawing in the coordinates that it is placed in. */
export function placeRect({ x, y, turns }: Placement, { left, top, width, height }: Rect): Rect {
  if (turns === 0) return { left: x + left, top: y + top, width, height };
  if (turns === 1) return { left: x - top - height, top: y + left, width: height, height: width };
  if (turns === 2) return { left: x - left - width, top: y - top - height, width, height };
  return { left: x + top, top: y - left - width, width: height, height: width };
}

/** The combined placement of `inner` within `outer`. */
export function composePlacements(outer: Placement, inner: Placement): Placement {
  const [x, y] = placePoint(outer, inner.x, inner.y);
  return { x, y, turns: ((outer.turns + inner.turns) & 3) as QuarterTurns };
}
