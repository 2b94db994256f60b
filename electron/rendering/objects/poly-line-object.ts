import type { PolyLineObject } from '#contract/api-v3/label.ts';
import type { Drawing } from '../raster/drawing.ts';
import { rangeFaults } from '../document/label-fault.ts';
import { pathExtent } from '../raster/path.ts';
import type { Path } from '../raster/path.ts';
import { strokePath } from '../raster/stroke.ts';
import { wholeDots } from './object-context.ts';
import type { DotDensity, DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';

const DEFAULT_LINE_WIDTH = 1;

/** Prepares a line through points. Its thickness is a whole number of dots, and lines along the axes cover whole dots. */
export function preparePolyLine(object: PolyLineObject, { resolution, texts }: ObjectContext): DrawObject {
  const color = texts.prepareColor(object.color ?? 'black', '/color');
  const path = rangeFaults('/segments', () => linePath(object, resolution));
  const base = { placement: { x: 0, y: 0, turns: 0 }, extent: pathExtent(path) } satisfies Partial<Drawing>;
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    return { ...base, marks: effect === 'none' ? [] : [{ kind: 'path', path, effect }] };
  };
}

/** The outline of the line in dots. Throws a RangeError for too many dashes. */
export function linePath(object: Pick<PolyLineObject, 'points' | 'lineWidth' | 'segments'>, resolution: DotDensity): Path {
  const lineWidth = object.lineWidth ?? DEFAULT_LINE_WIDTH;
  const widthX = wholeDots(lineWidth, resolution.x);
  const widthY = wholeDots(lineWidth, resolution.y);
  const points = object.points.map((value, index) =>
    index % 2 === 0 ? snapToDots(value * resolution.x, widthX) : snapToDots(value * resolution.y, widthY),
  );
  const dashes = (object.segments ?? []).map((length) => length * resolution.x);
  return strokePath(points, { widthX, widthY, dashes });
}

/** Moves the middle of a line so that its edges fall between dots. */
function snapToDots(middle: number, width: number): number {
  return Math.round(middle - width / 2) + width / 2;
}
