import { LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES, type Barcode } from '#contract/api-v3/label-barcodes.ts';
import { moduleSizeOf } from '#rendering/objects/module-size.ts';
import { numberOf, tidy, type Box, type DesignObject } from './design-object.ts';
import { mapPoints } from './moving.ts';

const LINEAR = new Set<unknown>(LINEAR_BARCODE_TYPES);
const MATRIX = new Set<unknown>(MATRIX_BARCODE_TYPES);
/** What the rasteriser takes where a code says nothing, in millimetres. */
const BAR_HEIGHT = 15;
const LEAST = 0.05;

/** Which sides of an object can be pulled: both, both in proportion only, or none. */
export function pullOf(object: DesignObject): 'free' | 'even' | 'none' {
  if (MATRIX.has(object['type'])) return 'even';
  return object['type'] === 'ObjectGroup' ? 'none' : 'free';
}

/**
 * The object made to fill a box, where it filled `from` before. Which of its measures follow depends on what it is: a box of text is wrapped
 * anew, a line of text gets larger letters, a code wider bars or modules. Codes snap to whole dots, so that what is drawn may be smaller.
 */
export function resizedTo(object: DesignObject, from: Box, to: Box): DesignObject {
  const scale = { x: to.width / from.width, y: to.height / from.height };
  if (![scale.x, scale.y].every((side) => Number.isFinite(side) && side > 0)) return object;
  const placed = mapPoints(object, ({ x, y }) => ({ x: to.x + (x - from.x) * scale.x, y: to.y + (y - from.y) * scale.y }));
  const isLying = numberOf(object, 'rotation') % 180 === 90;
  const own = isLying ? { x: scale.y, y: scale.x } : scale;
  const size = isLying ? { width: to.height, height: to.width } : to;
  const growth = isLying ? to.width - from.width : to.height - from.height;
  if (object['type'] === 'Text') return textMeasures(placed, own, size.width);
  return withMeasures(placed, own, growth);
}

/** `scale` along the object's own axes; `growth` is what it grows by downwards. */
function withMeasures(object: DesignObject, scale: { x: number; y: number }, growth: number): DesignObject {
  if (object['type'] === 'PolyLine') return object;
  if (MATRIX.has(object['type'])) return { ...object, moduleSize: scaled(moduleSizeOf(object as Barcode), scale.x) };
  if (LINEAR.has(object['type'])) {
    const barHeight = scale.y === 1 ? {} : { barHeight: least(numberOf(object, 'barHeight', BAR_HEIGHT) + growth) };
    const barWidth = scale.x === 1 ? {} : { barWidth: scaled(moduleSizeOf(object as Barcode), scale.x) };
    return { ...object, ...barWidth, ...barHeight };
  }
  return { ...object, width: scaled(numberOf(object, 'width', 1), scale.x), height: scaled(numberOf(object, 'height', 1), scale.y) };
}

/** A line of text that is pulled sideways becomes a box of that width. */
function textMeasures(object: DesignObject, scale: { x: number; y: number }, width: number): DesignObject {
  const isWide = object['width'] !== undefined;
  const isHigh = object['height'] !== undefined;
  if (!isWide && !isHigh && scale.y !== 1) {
    const font = (object['font'] ?? {}) as DesignObject;
    return { ...object, font: { ...font, height: scaled(numberOf(font, 'height', 3), scale.y) } };
  }
  const across = isWide ? scaled(numberOf(object, 'width', 1), scale.x) : least(width);
  const down = isHigh ? { height: scaled(numberOf(object, 'height', 1), scale.y) } : {};
  return { ...object, ...(scale.x === 1 && !isWide ? {} : { width: across }), ...down };
}

function scaled(length: number, factor: number): number {
  return least(length * factor);
}

function least(length: number): number {
  return Math.max(LEAST, tidy(length));
}
