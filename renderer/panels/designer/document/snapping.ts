import type { Box } from './design-object.ts';

/** What an edge is drawn to, in millimetres. */
export interface SnapRules {
  /** Distance of the lines of the grid, which attract as boxes do; 0 = no grid. */
  grid: number;
  /** Size of a dot across and down: what nothing attracts is put on whole dots; 0 = not. */
  dot: { x: number; y: number };
  /** Boxes whose edges and middles attract, the label's own among them. */
  others: readonly Box[];
  /** How near a box or a line of the grid must be. */
  reach: number;
}

/** A line that something was drawn to, for the eye. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

export interface Snapped {
  /** By how much the box moves. */
  shift: { x: number; y: number };
  guides: readonly Guide[];
}

/**
 * Moves a box that is dragged to what is near: with an edge or its middle to other boxes first, else with its upper left corner to the grid, else
 * to whole dots. Dots come last and move nothing that was drawn to a line: whoever lines something up wants the line exactly, whatever the
 * printer's dots are.
 */
export function snapped(box: Box, rules: SnapRules): Snapped {
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

/** Moves one edge that is pulled, by the same rules. */
export function snappedEdge(at: number, axis: 'x' | 'y', rules: SnapRules): number {
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

function linesOf({ others }: SnapRules, axis: 'x' | 'y'): { lines: number[] } {
  const side = axis === 'x' ? 'width' : 'height';
  return { lines: others.flatMap((box) => [box[axis], box[axis] + box[side] / 2, box[axis] + box[side]]) };
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
