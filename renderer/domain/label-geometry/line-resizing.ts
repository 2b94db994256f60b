import type { PolyLineObject } from '#contract/api-v3/label.ts';
import { linePath } from '#rendering/objects/poly-line-object.ts';
import { pathExtent } from '#rendering/raster/path.ts';
import { mapLine } from './move-object.ts';
import { between, atLeastMinimum, startWithin, type Resize } from './resize-gesture.ts';

/** How far a line's thickness extends beyond its points depends on the line's direction: each iteration approaches the target box. */
const ROUNDS = 4;

interface Span {
  start: number;
  end: number;
}

interface Spans {
  x: Span;
  y: Span;
}

/** The points of a line whose ink fills the box. A line parallel to an axis keeps its position across it. */
export function resizeLine(line: PolyLineObject, resize: Resize): number[] {
  const spans = spansOfPoints(line.points);
  const ink = inkOf(line, resize);
  let { points } = line;
  for (let round = 0; round < ROUNDS; round += 1) {
    const bounds = spansOfPoints(points);
    const inked = inkOf({ ...line, points }, resize);
    const wished = {
      x: wishedSpan('x', { spans, ink, bounds, inked }, resize),
      y: wishedSpan('y', { spans, ink, bounds, inked }, resize),
    };
    points = mapLine(line.points, ({ x, y }) => ({ x: moved(x, spans.x, wished.x), y: moved(y, spans.y, wished.y) }));
  }
  return points;
}

/** The points and the ink of the line initially and after the last iteration. */
interface Reach {
  spans: Spans;
  ink: Spans;
  bounds: Spans;
  inked: Spans;
}

/** The extent of the points along an axis for which the ink has the target extent. */
function wishedSpan(axis: 'x' | 'y', { spans, ink, bounds, inked }: Reach, { from, to }: Resize): Span {
  const stretch = between(from, to, axis);
  const before = spans[axis];
  if (before.end === before.start) {
    const shift = startWithin(stretch, stretch.from.length, 0.5) - stretch.from.start;
    return { start: before.start + shift, end: before.end + shift };
  }
  const left = bounds[axis].start - inked[axis].start + ink[axis].start - stretch.from.start;
  const right = inked[axis].end - bounds[axis].end + stretch.from.start + stretch.from.length - ink[axis].end;
  const length = atLeastMinimum(stretch.to.length - left - right);
  const start = startWithin(stretch, left + length + right, 0.5) + left;
  return { start, end: start + length };
}

function moved(at: number, from: Span, to: Span): number {
  if (from.end === from.start) return at + to.start - from.start;
  return to.start + ((at - from.start) * (to.end - to.start)) / (from.end - from.start);
}

function spansOfPoints(points: readonly number[]): Spans {
  const spans = { x: { start: Infinity, end: -Infinity }, y: { start: Infinity, end: -Infinity } };
  for (const [index, at] of points.entries()) {
    const span = index % 2 === 0 ? spans.x : spans.y;
    span.start = Math.min(span.start, at);
    span.end = Math.max(span.end, at);
  }
  return spans;
}

/** The printed area of the line, without its gaps. */
function inkOf({ points, lineWidth }: PolyLineObject, { resolution }: Resize): Spans {
  const { left, top, width, height } = pathExtent(linePath({ points, lineWidth }, resolution));
  return {
    x: { start: left / resolution.x, end: (left + width) / resolution.x },
    y: { start: top / resolution.y, end: (top + height) / resolution.y },
  };
}
