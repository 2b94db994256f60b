import type { LinearBarcode } from '#contract/api-v3/label-barcodes.ts';
import { CODE128_QUIET_ZONE } from '../barcodes/code128.ts';
import { DATA_BAR_HEIGHTS } from '../barcodes/data-bar.ts';
import { RETAIL_LAYOUTS } from '../barcodes/retail-codes.ts';
import type { RetailLayout } from '../barcodes/retail-codes.ts';
import type { LinearSymbol } from '../barcodes/encoding/symbols.ts';
import type { Mark } from '../raster/drawing.ts';
import { rangeFaults } from '../document/label-fault.ts';
import type { Effect } from '../raster/fill-rect.ts';
import type { FontLibrary } from '../text/font-library.ts';
import { layOutLines } from '../text/layout.ts';
import { placeLine } from '../text/text-line.ts';
import type { SizedFont } from '../text/text-line.ts';
import { barDots, linearShape } from './linear-dimensions.ts';
import type { LinearDrawing, LinearLook, LinearShape } from './linear-dimensions.ts';
import { defaultFont, placeObject, sizedFont } from './object-context.ts';
import type { DotDensity, DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import { digitFont, drawRetail } from './retail-code.ts';
import { isRetail, prepareLinearSymbol } from './symbol-objects.ts';

const DEFAULT_TEXT_HEIGHT = 3;
/** Default quiet zone in modules for symbologies without their own. */
const QUIET_ZONE = CODE128_QUIET_ZONE;
/** GS1 DataBar needs none: it begins and ends with a space. */
const DATA_BAR_QUIET_ZONE = 0;
const ITF14_BEARER_BAR = 5;

/**
 * Prepares a linear barcode; its extent includes the quiet zones. Point-of-sale codes print their digits unless `humanReadable` is off;
 * other codes print text only on request.
 */
export function prepareLinear(object: LinearBarcode, context: ObjectContext): DrawObject {
  const make = prepareLinearSymbol(object, context);
  const layout = retailLayout(object);
  const shape = shapeOf(object, context.resolution);
  const font = shape.textPlace === 'NONE' ? undefined : writingFont(object, shape, context.fonts);
  const bearers = bearerDots(object, shape);
  const quietZone = object.type === 'GS1-DataBar' ? DATA_BAR_QUIET_ZONE : QUIET_ZONE;
  return placeLinear(object, context, (resolve, effect) => {
    const symbol = make(resolve);
    return layout ? drawRetail(symbol, shape, { font, effect, layout }) : drawPlain(symbol, shape, { font, effect, bearers, quietZone });
  });
}

/** Dimensions of the object at this resolution. */
export function shapeOf(object: LinearBarcode, resolution: DotDensity): LinearShape {
  if (isRetail(object)) return linearShape(object, resolution, { textPlace: 'BELOW' });
  return linearShape(object, resolution, { barModules: dataBarHeight(object), textPlace: 'NONE' });
}

type DrawLinear = (resolve: Parameters<DrawObject>[0], effect: Effect) => LinearDrawing;

function placeLinear(object: LinearBarcode, { resolution, texts }: ObjectContext, drawLinear: DrawLinear): DrawObject {
  const color = texts.prepareSolidColor(object.color ?? 'black', '/color');
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const { width, height, marks } = drawLinear(resolve, effect === 'none' ? 'ink' : effect);
    const extent = { left: 0, top: 0, width, height };
    return { placement: placeObject(object, extent, resolution), extent, marks: effect === 'none' ? [] : marks };
  };
}

function retailLayout(object: LinearBarcode): RetailLayout | undefined {
  return isRetail(object) ? RETAIL_LAYOUTS[object.type] : undefined;
}

/** Default height of a GS1 DataBar in modules; the stacked variants have fixed heights. */
function dataBarHeight(object: LinearBarcode): number | undefined {
  if (object.type !== 'GS1-DataBar') return undefined;
  const { variant } = object;
  return variant === 'STACKED' || variant === 'STACKED_OMNIDIRECTIONAL' || variant === 'EXPANDED_STACKED'
    ? undefined
    : DATA_BAR_HEIGHTS[variant];
}

function writingFont(object: LinearBarcode, shape: LinearShape, fonts: FontLibrary): SizedFont {
  if (!object.font && retailLayout(object)) return digitFont(shape, fonts);
  return sizedFont(object.font ?? defaultFont(DEFAULT_TEXT_HEIGHT, fonts), fonts, shape.resolution);
}

/** Thickness of the bearer bars in dots: `horizontal` above and below, `vertical` left and right. */
interface Bearers {
  horizontal: number;
  vertical: number;
}

/** The thickness of the bearer bars of an object, in dots. */
export function bearerDots(object: LinearBarcode, { moduleWidth, moduleHeight }: LinearShape): Bearers {
  if (object.type !== 'ITF' && object.type !== 'ITF-14') return { horizontal: 0, vertical: 0 };
  const horizontal = object.hBearerBar ?? (object.type === 'ITF-14' ? ITF14_BEARER_BAR : 0);
  return { horizontal: Math.round(horizontal * moduleHeight), vertical: Math.round((object.vBearerBar ?? 0) * moduleWidth) };
}

interface PlainLook extends LinearLook {
  bearers: Bearers;
  /** In modules. */
  quietZone: number;
}

/** Draws bars between their quiet zones, framed by the bearer bars, with one line of text above or below. */
function drawPlain(symbol: LinearSymbol, shape: LinearShape, { font, effect, bearers, quietZone }: PlainLook): LinearDrawing {
  const { bars, width: barsWidth, height: barsHeight } = barDots(symbol, shape);
  const margin = quietZone * shape.moduleWidth + bearers.vertical;
  const frame = { width: barsWidth + 2 * margin, height: barsHeight + 2 * bearers.horizontal };
  const line = font && layOutLines(symbol.text, font)[0];
  const textHeight = font ? Math.ceil(font.typeface.lineHeight * font.size.y) : 0;
  const width = Math.max(frame.width, Math.ceil(line?.width ?? 0));
  const left = Math.floor((width - frame.width) / 2);
  const top = shape.textPlace === 'ABOVE' ? textHeight : 0;
  const rect = { left: left + margin, top: top + bearers.horizontal, width: barsWidth, height: barsHeight };
  const marks: Mark[] = [symbol.rows ? { kind: 'modules', symbol: symbol.rows, rect, effect } : { kind: 'bars', bars, rect, effect }];
  marks.push(...drawBearers({ left, top, ...frame }, bearers, effect));
  if (font && line) {
    const baseline = (shape.textPlace === 'ABOVE' ? 0 : frame.height) + Math.round(font.typeface.ascent * font.size.y);
    const x = Math.floor((width - line.width) / 2);
    marks.push(...rangeFaults('/font/height', () => placeLine(line, { x, baseline, effect })));
  }
  return { width, height: frame.height + textHeight, marks };
}

/** Bearer bars distribute the pressure of a printing plate and prevent partial reads. */
function drawBearers(frame: { left: number; top: number; width: number; height: number }, bearers: Bearers, effect: Effect): Mark[] {
  const { horizontal, vertical } = bearers;
  const { left, top, width, height } = frame;
  const rects = [
    { left, top, width, height: horizontal },
    { left, top: top + height - horizontal, width, height: horizontal },
    { left, top, width: vertical, height },
    { left: left + width - vertical, top, width: vertical, height },
  ];
  return rects.filter((rect) => rect.width > 0 && rect.height > 0).map((rect) => ({ kind: 'rect', rect, effect }));
}
