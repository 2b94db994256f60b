import type { Box } from './design-object.ts';
import { boxAround } from './moving.ts';

export const EDGES = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
/** What boxes are brought into one line by. */
export type Edge = (typeof EDGES)[number];
export type Axis = 'x' | 'y';

export interface Displacement {
  x: number;
  y: number;
}

/** How far each box moves so that all have an edge in common: that of the box around them, or of `within`. Millimetres. */
export function aligned(boxes: readonly Box[], edge: Edge, within = boxAround(boxes)): Displacement[] {
  if (!within) return [];
  return boxes.map((box) => {
    const { axis, side, share } = LINES[edge];
    const shift = within[axis] + within[side] * share - (box[axis] + box[side] * share);
    return axis === 'x' ? { x: shift, y: 0 } : { x: 0, y: shift };
  });
}

const LINES = {
  left: { axis: 'x', side: 'width', share: 0 },
  center: { axis: 'x', side: 'width', share: 0.5 },
  right: { axis: 'x', side: 'width', share: 1 },
  top: { axis: 'y', side: 'height', share: 0 },
  middle: { axis: 'y', side: 'height', share: 0.5 },
  bottom: { axis: 'y', side: 'height', share: 1 },
} as const;

/**
 * How far each box moves so that the gaps between neighbours are equal. What begins first and what ends last stay; where there is not room for
 * all beside each other, the others overlap between these two edges.
 */
export function distributed(boxes: readonly Box[], axis: Axis): Displacement[] {
  const side = axis === 'x' ? 'width' : 'height';
  const shifts: Displacement[] = boxes.map(() => ({ x: 0, y: 0 }));
  const around = boxAround(boxes);
  if (!around || boxes.length < 3) return shifts;
  const gaps = boxes.length - 1;
  const free = around[side] - boxes.reduce((sum, box) => sum + box[side], 0);
  let taken = 0;
  for (const [place, { box, index }] of inOrder(boxes, axis, side).entries()) {
    const start = free >= 0 ? taken + (free * place) / gaps : ((around[side] - box[side]) * place) / gaps;
    const shift = around[axis] + start - box[axis];
    shifts[index] = axis === 'x' ? { x: shift, y: 0 } : { x: 0, y: shift };
    taken += box[side];
  }
  return shifts;
}

/** As they begin, but for the one that ends last: it is the last. */
function inOrder(boxes: readonly Box[], axis: Axis, side: 'width' | 'height'): { box: Box; index: number }[] {
  const placed = boxes.map((box, index) => ({ box, index })).sort((a, b) => a.box[axis] - b.box[axis]);
  const ends = placed.map(({ box }) => box[axis] + box[side]);
  const last = ends.lastIndexOf(Math.max(...ends));
  return [...placed.toSpliced(last, 1), ...placed.slice(last, last + 1)];
}
