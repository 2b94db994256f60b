import type { Rect } from './fill-rect.ts';

/** Closed outlines as flat coordinates `[x0, y0, x1, y1, ...]`; the last point joins the first. */
export type Path = readonly Contour[];
/** One closed outline. */
export type Contour = readonly number[];

/** Maximum distance in dots between a curve and its approximation by lines. */
const FLATNESS = 0.05;
const MAX_LINES_PER_CURVE = 256;

/** Collects the contours of an outline; curves become lines within a twentieth of a dot. */
export class PathBuilder {
  readonly #contours: number[][] = [];
  #current: number[] = [];

  moveTo(x: number, y: number): void {
    this.close();
    this.#current = [x, y];
  }

  lineTo(x: number, y: number): void {
    this.#current.push(x, y);
  }

  quadraticTo(cx: number, cy: number, x: number, y: number): void {
    const [x0, y0] = this.#end();
    const lines = lineCount(Math.hypot(x0 - 2 * cx + x, y0 - 2 * cy + y) / 4);
    for (let line = 1; line <= lines; line += 1) {
      const t = line / lines;
      const s = 1 - t;
      this.lineTo(s * s * x0 + 2 * s * t * cx + t * t * x, s * s * y0 + 2 * s * t * cy + t * t * y);
    }
  }

  cubicTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void {
    const [x0, y0] = this.#end();
    const bend = Math.max(Math.hypot(x0 - 2 * c1x + c2x, y0 - 2 * c1y + c2y), Math.hypot(c1x - 2 * c2x + x, c1y - 2 * c2y + y));
    const lines = lineCount(bend * 0.75);
    for (let line = 1; line <= lines; line += 1) {
      const t = line / lines;
      const s = 1 - t;
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      this.lineTo(a * x0 + b * c1x + c * c2x + d * x, a * y0 + b * c1y + c * c2y + d * y);
    }
  }

  close(): void {
    if (this.#current.length >= 6) this.#contours.push(this.#current);
    this.#current = [];
  }

  finish(): Path {
    this.close();
    return this.#contours;
  }

  #end(): [number, number] {
    return [this.#current.at(-2) ?? 0, this.#current.at(-1) ?? 0];
  }
}

/** Number of lines that keep a curve with `deviation` dots of curvature within the flatness. */
function lineCount(deviation: number): number {
  return Math.min(MAX_LINES_PER_CURVE, Math.max(1, Math.ceil(Math.sqrt(deviation / FLATNESS))));
}

/** The bounding box of a path in whole dots; empty for a path without points. */
export function pathExtent(path: Path): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const contour of path) {
    for (let index = 0; index < contour.length; index += 2) {
      const x = contour[index] ?? 0;
      const y = contour[index + 1] ?? 0;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (left > right) return { left: 0, top: 0, width: 0, height: 0 };
  [left, top] = [Math.floor(left), Math.floor(top)];
  return { left, top, width: Math.ceil(right) - left, height: Math.ceil(bottom) - top };
}
