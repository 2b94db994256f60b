import { cutDashes } from './dashes.ts';
import type { Contour, Path } from './path.ts';

/** How a line is drawn; all lengths in dots. */
export interface StrokeStyle {
  /** Thickness of a vertical line. */
  widthX: number;
  /** Thickness of a horizontal line. */
  widthY: number;
  /** Alternating lengths of dashes and gaps, in horizontal dots; empty for a solid line. */
  dashes: readonly number[];
}

type Point = readonly [x: number, y: number];

/** Mitres longer than this many line widths are replaced by bevels. */
const MITRE_LIMIT = 4;

/**
 * The outline of a line through the points, with mitred corners and flat ends. If horizontal and vertical resolutions differ, so do the
 * pen's width and height. All parts have the same winding, so that overlapping parts stay filled. Throws a RangeError for too many dashes.
 */
export function strokePath(points: readonly number[], style: StrokeStyle): Path {
  const aspect = style.widthX / style.widthY;
  const halfWidth = style.widthX / 2;
  const corners = distinctPoints(points, aspect);
  const isClosed = corners.length > 3 && samePoint(corners[0], corners.at(-1));
  const lines = style.dashes.length > 0 ? cutDashes(corners, style.dashes) : [corners];
  const isLoop = isClosed && style.dashes.length === 0;
  const contours = lines.flatMap((line) => strokeLine(line, halfWidth, isLoop));
  return contours.map((contour) => contour.map((value, index) => (index % 2 === 0 ? value : value / aspect)));
}

/** The points, scaled to square dots, without repetitions. */
function distinctPoints(points: readonly number[], aspect: number): Point[] {
  const distinct: Point[] = [];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const point: Point = [points[index] ?? 0, (points[index + 1] ?? 0) * aspect];
    if (!samePoint(point, distinct.at(-1))) distinct.push(point);
  }
  return distinct;
}

function samePoint(a: Point | undefined, b: Point | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}

function strokeLine(points: readonly Point[], halfWidth: number, isLoop: boolean): Contour[] {
  const contours: Contour[] = [];
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1] as Point;
    const to = points[index] as Point;
    contours.push(segment(from, to, halfWidth));
    const after = points[index + 1] ?? (isLoop ? points[1] : undefined);
    if (after) contours.push(...corner([from, to, after], halfWidth));
  }
  return contours;
}

function segment(from: Point, to: Point, halfWidth: number): Contour {
  const [nx, ny] = normal(from, to, halfWidth);
  return [from[0] + nx, from[1] + ny, to[0] + nx, to[1] + ny, to[0] - nx, to[1] - ny, from[0] - nx, from[1] - ny];
}

/** Fills the outer side of a bend: a mitre, or a bevel if the mitre would be too long. */
function corner([from, at, to]: readonly [Point, Point, Point], halfWidth: number): Contour[] {
  const turn = (at[0] - from[0]) * (to[1] - at[1]) - (at[1] - from[1]) * (to[0] - at[0]);
  if (turn === 0) return [];
  const side = turn > 0 ? 1 : -1;
  const [ax, ay] = normal(from, at, halfWidth * side);
  const [bx, by] = normal(at, to, halfWidth * side);
  const scale = (2 * halfWidth * halfWidth) / ((ax + bx) ** 2 + (ay + by) ** 2);
  const contour = [at[0], at[1], at[0] + ax, at[1] + ay];
  if (scale <= MITRE_LIMIT * MITRE_LIMIT * 0.5) contour.push(at[0] + (ax + bx) * scale, at[1] + (ay + by) * scale);
  contour.push(at[0] + bx, at[1] + by);
  return [turn > 0 ? contour : reversed(contour)];
}

/** The vector perpendicular to the line, to its left when y points down, with half the line's width. */
function normal(from: Point, to: Point, halfWidth: number): Point {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  return [(dy / length) * halfWidth, (-dx / length) * halfWidth];
}

function reversed(contour: readonly number[]): Contour {
  const turned: number[] = [];
  for (let index = contour.length - 2; index >= 0; index -= 2) turned.push(contour[index] ?? 0, contour[index + 1] ?? 0);
  return turned;
}
