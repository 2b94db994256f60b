import { LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES } from '#contract/api-v3/label-barcodes.ts';
import { labelObjectSchema, type TextObject } from '#contract/api-v3/label.ts';
import { isStackedVariant } from '#rendering/barcodes/data-bar.ts';
import type { DrawnObject } from '#rendering/document/locate-objects.ts';
import { isLinearBarcode, isMatrixBarcode } from '#rendering/objects/symbol-objects.ts';
import { linearMeasures, matrixMeasures } from './barcode-resizing.ts';
import type { DesignObject } from '../label-document/design-object.ts';
import { resizeLine } from './line-resizing.ts';
import { anchorPoint, isPossible, atLeastMinimum, toLocalResize, type Measures, type LocalResize, type Resize } from './resize-gesture.ts';

const FREE = new Set<unknown>(['Text', 'Rect', 'Ellipse', 'PolyLine', 'StaticBitmap', ...LINEAR_BARCODE_TYPES]);
const EVEN = new Set<unknown>(MATRIX_BARCODE_TYPES);

/** How an object can be resized: freely, only in proportion, or not at all. */
export function resizeModeOf({ type, variant }: DesignObject): 'free' | 'even' | 'none' {
  if (EVEN.has(type) || (type === 'GS1-DataBar' && isStackedVariant(variant))) return 'even';
  return FREE.has(type) ? 'free' : 'none';
}

/**
 * The object resized from the box `from` to `to`. What changes depends on the type: shapes, pictures and text boxes get the size of the
 * box; a line of text gets a larger font, or another wrap width when only its width changes. Codes get as many whole dots per module as
 * fit, and the remaining height for their bars.
 */
export function resizeObject(object: DesignObject, resize: Resize): DesignObject {
  const { data } = labelObjectSchema.safeParse(object);
  if (!data || data.type === 'ObjectGroup' || !isPossible(resize)) return object;
  if (data.type === 'PolyLine') return { ...object, points: resizeLine(data, resize) };
  const { keys, size } = measuresOf(data, toLocalResize(data, resize), resize);
  return { ...object, ...anchorPoint(data, resize, size), ...keys };
}

function measuresOf(object: Exclude<DrawnObject, { type: 'PolyLine' }>, local: LocalResize, { resolution }: Resize): Measures {
  if (isMatrixBarcode(object)) return matrixMeasures(object, local);
  if (isLinearBarcode(object)) return linearMeasures(object, local, resolution);
  return object.type === 'Text' ? textMeasures(object, local) : boxMeasures(local);
}

function boxMeasures({ isResized, length }: LocalResize): Measures {
  const size = { x: atLeastMinimum(length.x), y: atLeastMinimum(length.y) };
  return { keys: { ...(isResized.x ? { width: size.x } : {}), ...(isResized.y ? { height: size.y } : {}) }, size };
}

function textMeasures({ width, height, font }: TextObject, local: LocalResize): Measures {
  const isLine = width === undefined && height === undefined;
  if (!isLine || !local.isResized.y) return boxMeasures(local);
  const scale = local.length.y / local.before.y;
  return {
    keys: { font: { ...font, height: atLeastMinimum(font.height * scale) } },
    size: { x: local.before.x * scale, y: local.length.y },
  };
}
