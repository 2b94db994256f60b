import type { Bitmap } from './bitmap.ts';
import { fillSpan } from './fill-rect.ts';
import type { Effect } from './fill-rect.ts';
import type { Path } from './path.ts';

/** An edge of the outline that crosses at least one row of dot centres. */
interface Edge {
  firstRow: number;
  /** The first row that it does not cross any more. */
  endRow: number;
  /** Its crossing with the current row. */
  x: number;
  /** Change of the crossing per row. */
  slope: number;
  winding: 1 | -1;
}

/** Receives a span of a row of dot centres inside an outline. */
export type VisitSpan = (row: number, start: number, end: number) => void;

/** Fills the outline by the non-zero winding rule: a dot is covered if its centre is inside. Clips to the bitmap. */
export function fillPath(bitmap: Bitmap, path: Path, effect: Effect): void {
  scanPath(path, bitmap.height, (row, start, end) => fillSpan(bitmap, row, firstCentre(start), firstCentre(end), effect));
}

/** The first dot whose centre is at or after a coordinate. */
export function firstCentre(coordinate: number): number {
  return Math.ceil(coordinate - 0.5);
}

/** Visits the inside of an outline along the dot centres of the rows from 0 to `height`, row by row from left to right. */
export function scanPath(path: Path, height: number, visit: VisitSpan): void {
  const edges = collectEdges(path, height).sort((a, b) => a.firstRow - b.firstRow);
  let active: Edge[] = [];
  let next = 0;
  let row = edges[0]?.firstRow ?? 0;
  while (active.length > 0 || next < edges.length) {
    const waiting = edges[next];
    if (active.length === 0 && waiting) row = waiting.firstRow;
    for (let edge = edges[next]; edge?.firstRow === row; edge = edges[next]) {
      active.push(edge);
      next += 1;
    }
    sortByCrossing(active);
    visitRow(row, active, visit);
    row += 1;
    active = advance(active, row);
  }
}

function collectEdges(path: Path, height: number): Edge[] {
  const edges: Edge[] = [];
  for (const contour of path) {
    let x0 = contour.at(-2) ?? 0;
    let y0 = contour.at(-1) ?? 0;
    for (let index = 0; index < contour.length; index += 2) {
      const x1 = contour[index] ?? 0;
      const y1 = contour[index + 1] ?? 0;
      const edge = y0 < y1 ? edgeDown(x0, y0, x1, y1) : edgeDown(x1, y1, x0, y0);
      edge.winding = y0 < y1 ? 1 : -1;
      clipRows(edge, height);
      if (edge.firstRow < edge.endRow) edges.push(edge);
      x0 = x1;
      y0 = y1;
    }
  }
  return edges;
}

function edgeDown(x0: number, y0: number, x1: number, y1: number): Edge {
  const firstRow = firstCentre(y0);
  const slope = y1 > y0 ? (x1 - x0) / (y1 - y0) : 0;
  return { firstRow, endRow: firstCentre(y1), x: x0 + (firstRow + 0.5 - y0) * slope, slope, winding: 1 };
}

function clipRows(edge: Edge, height: number): void {
  edge.endRow = Math.min(edge.endRow, height);
  if (edge.firstRow >= 0) return;
  edge.x -= edge.firstRow * edge.slope;
  edge.firstRow = 0;
}

/** Insertion sort, because the order hardly changes from row to row. */
function sortByCrossing(active: Edge[]): void {
  for (let index = 1; index < active.length; index += 1) {
    const edge = active[index] as Edge;
    let at = index - 1;
    while (at >= 0 && (active[at] as Edge).x > edge.x) {
      active[at + 1] = active[at] as Edge;
      at -= 1;
    }
    active[at + 1] = edge;
  }
}

function visitRow(row: number, active: readonly Edge[], visit: VisitSpan): void {
  let winding = 0;
  let start = 0;
  for (const edge of active) {
    if (winding === 0) start = edge.x;
    winding += edge.winding;
    if (winding === 0) visit(row, start, edge.x);
  }
}

function advance(active: readonly Edge[], row: number): Edge[] {
  const remaining: Edge[] = [];
  for (const edge of active) {
    if (edge.endRow <= row) continue;
    edge.x += edge.slope;
    remaining.push(edge);
  }
  return remaining;
}
