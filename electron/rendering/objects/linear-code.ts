import type { LinearBarcode } from '#contract/api-v3/label-barcodes.ts';
import { CODE128_QUIET_ZONE } from '../barcodes/code128.ts';
import { DATA_BAR_HEIGHTS } from '../barcodes/data-bar.ts';
import { RETAIL_LAYOUTS } from '../barcodes/retail-codes.ts';
import type { RetailLayout } from '../barcodes/retail-codes.ts';
import type { LinearSymbol } from '../barcodes/symbols.ts';
import type { Mark } from '../drawing.ts';
import { rangeFaults } from '../label-fault.ts';
import type { Effect } from '../raster/fill-rect.ts';
import type { FontLibrary } from '../text/fonts.ts';
import { layOutLines } from '../text/layout.ts';
import { placeLine } from '../text/text-line.ts';
import type { SizedFont } from '../text/text-line.ts';
import { barDots, linearShape } from './linear-shape.ts';
import type { LinearDrawing, LinearLook, LinearShape } from './linear-shape.ts';
import { defaultFont, placeObject, sizedFont } from './object-context.ts';
import type { DotDensity, DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import { digitFont, drawRetail } from './retail-code.ts';
import { isRetail, prepareLinearSymbol } from './symbol-objects.ts';

const DEFAULT_TEXT_HEIGHT = 3;
/** Modules that stay free before the first bar and behind the last one, where the standard does not tell otherwise. */
const QUIET_ZONE = CODE128_QUIET_ZONE;
/** GS1 DataBar brings its own: it begins and ends with a space. */
const DATA_BAR_QUIET_ZONE = 0;
const ITF14_BEARER_BAR = 5;

/**
 * A code of bars with its quiet zones inside its extent. The digits of the till's codes stand below unless `humanReadable` says otherwise;
 * other codes are written out only when it asks for it.
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

/** What the object is drawn with, on a label of this resolution. */
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

/** Modules of height that a GS1 DataBar has when the label does not tell; the stacked ones have heights of their own. */
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

/** Thickness in dots of the bars around a code: `horizontal` above and below, `vertical` at both sides. */
interface Bearers {
  horizontal: number;
  vertical: number;
}

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

/** Bars between their quiet zones, framed by the bearer bars, with one line of text above or below. */
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

/** The frame that keeps a plate from pressing harder at the ends of the bars, and a reader from reading half of them. */
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
