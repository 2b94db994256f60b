import { LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES } from '#contract/api-v3/label-barcodes.ts';
import { labelObjectSchema, type TextObject } from '#contract/api-v3/label.ts';
import { isStackedVariant } from '#rendering/barcodes/data-bar.ts';
import type { DrawnObject } from '#rendering/label-objects.ts';
import { isLinearBarcode, isMatrixBarcode } from '#rendering/objects/symbol-objects.ts';
import { linearMeasures, matrixMeasures } from './code-measures.ts';
import type { DesignObject } from './design-object.ts';
import { stretchedPoints } from './line-stretching.ts';
import { anchorPoint, isPossible, least, ownPull, type Measures, type OwnPull, type Pull } from './pulling.ts';

const FREE = new Set<unknown>(['Text', 'Rect', 'Ellipse', 'PolyLine', 'StaticBitmap', ...LINEAR_BARCODE_TYPES]);
const EVEN = new Set<unknown>(MATRIX_BARCODE_TYPES);

/** Which sides of an object can be pulled: both, both in proportion only, or none. */
export function pullOf({ type, variant }: DesignObject): 'free' | 'even' | 'none' {
  if (EVEN.has(type) || (type === 'GS1-DataBar' && isStackedVariant(variant))) return 'even';
  return FREE.has(type) ? 'free' : 'none';
}

/**
 * The object made to fill a box, where it filled `from` before. Which of its measures follow depends on what it is: shapes, pictures and boxes
 * of text get the size of the box, a line of text gets larger letters, or the width that it is wrapped at when it is pulled sideways only. Codes
 * get as many whole dots for each module as fit into the box, and what is left of its height for their bars.
 *
 * Along an axis on which nobody pulled, place and measures stay as they are: that is why `from` may hold what overflows a box of text. Groups,
 * and objects that cannot be understood, are given back untouched.
 */
export function resizedTo(object: DesignObject, pull: Pull): DesignObject {
  const { data } = labelObjectSchema.safeParse(object);
  if (!data || data.type === 'ObjectGroup' || !isPossible(pull)) return object;
  if (data.type === 'PolyLine') return { ...object, points: stretchedPoints(data, pull) };
  const { keys, size } = measuresOf(data, ownPull(data, pull), pull);
  return { ...object, ...anchorPoint(data, pull, size), ...keys };
}

function measuresOf(object: Exclude<DrawnObject, { type: 'PolyLine' }>, own: OwnPull, { resolution }: Pull): Measures {
  if (isMatrixBarcode(object)) return matrixMeasures(object, own);
  if (isLinearBarcode(object)) return linearMeasures(object, own, resolution);
  return object.type === 'Text' ? textMeasures(object, own) : boxMeasures(own);
}

function boxMeasures({ isPulled, length }: OwnPull): Measures {
  const size = { x: least(length.x), y: least(length.y) };
  return { keys: { ...(isPulled.x ? { width: size.x } : {}), ...(isPulled.y ? { height: size.y } : {}) }, size };
}

function textMeasures({ width, height, font }: TextObject, own: OwnPull): Measures {
  const isLine = width === undefined && height === undefined;
  if (!isLine || !own.isPulled.y) return boxMeasures(own);
  const scale = own.length.y / own.before.y;
  return { keys: { font: { ...font, height: least(font.height * scale) } }, size: { x: own.before.x * scale, y: own.length.y } };
}
