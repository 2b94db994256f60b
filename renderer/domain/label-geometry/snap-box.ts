import type { Box } from '../label-document/design-object.ts';

/** What edges snap to, in millimetres. */
export interface SnapRules {
  /** The distance of the grid lines; 0 = no grid. */
  grid: number;
  /** The size of a dot in both directions: an edge that snaps to nothing else is rounded to whole dots; 0 = not rounded. */
  dot: { x: number; y: number };
  /** Boxes whose edges and centres attract, including the label's. */
  otherBoxes: readonly Box[];
  /** The distance within which a box or a grid line attracts. */
  reach: number;
}

/** A guide line at a snapped edge. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

export interface Snapped {
  /** The distance that the box moves. */
  shift: { x: number; y: number };
  guides: readonly Guide[];
}

/**
 * Snaps a dragged box: an edge or its centre to other boxes, otherwise its upper left corner to the grid, otherwise to whole dots. A box
 * that snapped to a line is not rounded to dots, so that it is aligned exactly, whatever the printer's resolution.
 */
export function snapBoxTo(box: Box, rules: SnapRules): Snapped {
  const x = snapAxis(
    { start: box.x, length: box.width },
    { ...linesOf(rules, 'x'), dot: rules.dot.x, grid: rules.grid, reach: rules.reach },
  );
  const y = snapAxis(
    { start: box.y, length: box.height },
    { ...linesOf(rules, 'y'), dot: rules.dot.y, grid: rules.grid, reach: rules.reach },
  );
  return {
    shift: { x: x.shift, y: y.shift },
    guides: [
      ...(x.line === undefined ? [] : [{ axis: 'x' as const, at: x.line }]),
      ...(y.line === undefined ? [] : [{ axis: 'y' as const, at: y.line }]),
    ],
  };
}

/** Snaps one dragged edge by the same rules. */
export function snapEdge(at: number, axis: 'x' | 'y', rules: SnapRules): number {
  const { shift } = snapAxis(
    { start: at, length: 0 },
    { ...linesOf(rules, axis), dot: rules.dot[axis], grid: rules.grid, reach: rules.reach },
  );
  return at + shift;
}

interface AxisRules {
  lines: readonly number[];
  grid: number;
  dot: number;
  reach: number;
}

function linesOf({ otherBoxes }: SnapRules, axis: 'x' | 'y'): { lines: number[] } {
  const side = axis === 'x' ? 'width' : 'height';
  return { lines: otherBoxes.flatMap((box) => [box[axis], box[axis] + box[side] / 2, box[axis] + box[side]]) };
}

function snapAxis(span: { start: number; length: number }, { lines, grid, dot, reach }: AxisRules): { shift: number; line?: number } {
  const edges = span.length === 0 ? [span.start] : [span.start, span.start + span.length / 2, span.start + span.length];
  let best: { shift: number; line: number } | undefined;
  for (const line of lines) {
    for (const edge of edges) {
      const shift = line - edge;
      if (Math.abs(shift) <= reach && (!best || Math.abs(shift) < Math.abs(best.shift))) best = { shift, line };
    }
  }
  if (best) return best;
  const toGrid = grid > 0 ? Math.round(span.start / grid) * grid - span.start : Infinity;
  if (Math.abs(toGrid) <= reach) return { shift: toGrid };
  return { shift: dot > 0 ? Math.round(span.start / dot) * dot - span.start : 0 };
}
