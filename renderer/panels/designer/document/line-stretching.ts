import type { PolyLineObject } from '#contract/api-v3/label.ts';
import { linePath } from '#rendering/objects/poly-line-object.ts';
import { pathExtent } from '#rendering/raster/path.ts';
import { mapLine } from './moving.ts';
import { between, least, startWithin, type Pull } from './pulling.ts';

/** How much of its thickness sticks out over its points depends on where a line leads: each round comes nearer to the wished box. */
const ROUNDS = 4;

interface Span {
  start: number;
  end: number;
}

interface Spans {
  x: Span;
  y: Span;
}

/** The points of a line whose ink fills the box. A line straight along an axis keeps its place across it. */
export function stretchedPoints(line: PolyLineObject, pull: Pull): number[] {
  const own = spansOfPoints(line.points);
  const ink = inkOf(line, pull);
  let { points } = line;
  for (let round = 0; round < ROUNDS; round += 1) {
    const bounds = spansOfPoints(points);
    const inked = inkOf({ ...line, points }, pull);
    const wished = {
      x: wishedSpan('x', { own, ink, bounds, inked }, pull),
      y: wishedSpan('y', { own, ink, bounds, inked }, pull),
    };
    points = mapLine(line.points, ({ x, y }) => ({ x: moved(x, own.x, wished.x), y: moved(y, own.y, wished.y) }));
  }
  return points;
}

/** The points and the ink of the line as it was, and as the last round left it. */
interface Reach {
  own: Spans;
  ink: Spans;
  bounds: Spans;
  inked: Spans;
}

/** What the points may take of an axis so that their ink fills what is wished. */
function wishedSpan(axis: 'x' | 'y', { own, ink, bounds, inked }: Reach, { from, to }: Pull): Span {
  const stretch = between(from, to, axis);
  const before = own[axis];
  if (before.end === before.start) {
    const shift = startWithin(stretch, stretch.from.length, 0.5) - stretch.from.start;
    return { start: before.start + shift, end: before.end + shift };
  }
  const left = bounds[axis].start - inked[axis].start + ink[axis].start - stretch.from.start;
  const right = inked[axis].end - bounds[axis].end + stretch.from.start + stretch.from.length - ink[axis].end;
  const length = least(stretch.to.length - left - right);
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

/** What is printed of it, without its gaps. */
function inkOf({ points, lineWidth }: PolyLineObject, { resolution }: Pull): Spans {
  const { left, top, width, height } = pathExtent(linePath({ points, lineWidth }, resolution));
  return {
    x: { start: left / resolution.x, end: (left + width) / resolution.x },
    y: { start: top / resolution.y, end: (top + height) / resolution.y },
  };
}
