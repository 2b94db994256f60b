import type { Box } from './design-object.ts';
import { boxAround } from './moving.ts';

export const EDGES = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
/** What boxes are brought into one line by. */
export type Edge = (typeof EDGES)[number];
export type Axis = 'x' | 'y';

export interface Shift {
  x: number;
  y: number;
}

/** How far each box moves so that all have an edge in common: that of the box around them, or of `within`. Millimetres. */
export function aligned(boxes: readonly Box[], edge: Edge, within = boxAround(boxes)): Shift[] {
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

/** How far each box moves so that the gaps between neighbours are equal; the outermost two stay. */
export function distributed(boxes: readonly Box[], axis: Axis): Shift[] {
  const side = axis === 'x' ? 'width' : 'height';
  const around = boxAround(boxes);
  if (!around || boxes.length < 3) return boxes.map(() => ({ x: 0, y: 0 }));
  const order = boxes.map((_, index) => index).sort((a, b) => startOf(boxes[a], axis) - startOf(boxes[b], axis));
  const taken = boxes.reduce((sum, box) => sum + box[side], 0);
  const gap = (around[side] - taken) / (boxes.length - 1);
  const shifts: Shift[] = boxes.map(() => ({ x: 0, y: 0 }));
  let next = around[axis];
  for (const index of order) {
    const box = boxes[index];
    if (!box) continue;
    const shift = next - box[axis];
    shifts[index] = axis === 'x' ? { x: shift, y: 0 } : { x: 0, y: shift };
    next += box[side] + gap;
  }
  return shifts;
}

function startOf(box: Box | undefined, axis: Axis): number {
  return box?.[axis] ?? 0;
}
