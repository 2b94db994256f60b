import type { Box } from '../label-document/design-object.ts';
import { boxAround } from './move-object.ts';

export const EDGES = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
/** The edges and centre lines that boxes are aligned by. */
export type Edge = (typeof EDGES)[number];
export type Axis = 'x' | 'y';

export interface Displacement {
  x: number;
  y: number;
}

/** How far each box moves so that all share an edge: that of the box around them, or of `within`. Millimetres. */
export function alignBoxes(boxes: readonly Box[], edge: Edge, within = boxAround(boxes)): Displacement[] {
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
 * How far each box moves so that the gaps between neighbours are equal. The first and the last box stay; if there is not enough space, the
 * others overlap between them.
 */
export function distributeBoxes(boxes: readonly Box[], axis: Axis): Displacement[] {
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

/** In order of their start, except that the box that ends last is the last. */
function inOrder(boxes: readonly Box[], axis: Axis, side: 'width' | 'height'): { box: Box; index: number }[] {
  const placed = boxes.map((box, index) => ({ box, index })).sort((a, b) => a.box[axis] - b.box[axis]);
  const ends = placed.map(({ box }) => box[axis] + box[side]);
  const last = ends.lastIndexOf(Math.max(...ends));
  return [...placed.toSpliced(last, 1), ...placed.slice(last, last + 1)];
}
