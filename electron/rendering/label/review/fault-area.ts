import type { DrawnObject } from '../../document/locate-objects.ts';
import { moduleSizeOf } from '../../objects/module-size.ts';
import { objectResolution, placeObject } from '../../objects/object-context.ts';
import type { DotDensity } from '../../objects/object-context.ts';
import { isLinearBarcode, isMatrixBarcode } from '../../objects/symbol-objects.ts';
import type { Drawing } from '../../raster/drawing.ts';

const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 40;
const CHARACTER_WIDTH = 0.5;
const BAR_HEIGHT = 15;
const LINEAR_MODULES = 100;
const MATRIX_MODULES = 22;

/** The approximate area of an object that cannot be drawn, to mark it on the picture. */
export function faultArea(object: DrawnObject, resolution: DotDensity): Pick<Drawing, 'placement' | 'extent'> {
  if (object.type === 'PolyLine') return linesArea(object.points, resolution);
  const size = sizeOf(object);
  const local = objectResolution(object, resolution);
  const extent = {
    left: 0,
    top: 0,
    width: Math.max(1, Math.round(size.width * local.x)),
    height: Math.max(1, Math.round(size.height * local.y)),
  };
  return { placement: placeObject(object, extent, resolution), extent };
}

/** In millimetres. */
function sizeOf(object: Exclude<DrawnObject, { type: 'PolyLine' }>): { width: number; height: number } {
  if (isLinearBarcode(object)) return { width: LINEAR_MODULES * moduleSizeOf(object), height: object.barHeight ?? BAR_HEIGHT };
  if (isMatrixBarcode(object)) return { width: MATRIX_MODULES * moduleSizeOf(object), height: MATRIX_MODULES * moduleSizeOf(object) };
  if (object.type !== 'Text') return { width: object.width, height: object.height };
  const characters = Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, object.text.length));
  const { height } = object.font;
  return { width: object.width ?? characters * CHARACTER_WIDTH * height, height: object.height ?? 1.2 * height };
}

function linesArea(points: readonly number[], resolution: DotDensity): Pick<Drawing, 'placement' | 'extent'> {
  const xs = points.filter((_, index) => index % 2 === 0).map((x) => Math.round(x * resolution.x));
  const ys = points.filter((_, index) => index % 2 === 1).map((y) => Math.round(y * resolution.y));
  const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const [left, top] = [least(xs), least(ys)];
  return { placement: { x: 0, y: 0, turns: 0 }, extent: { left, top, width: most(xs) - left + 1, height: most(ys) - top + 1 } };
}
