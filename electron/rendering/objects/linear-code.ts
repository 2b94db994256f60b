import type { Code128Object, Ean13Object } from '#contract/api-v3/label-barcodes.ts';
import { CODE128_QUIET_ZONE } from '../barcodes/code128.ts';
import { EAN13_MODULES, EAN13_QUIET_ZONES, isGuardBar } from '../barcodes/ean13.ts';
import type { LinearSymbol } from '../barcodes/symbols.ts';
import type { Mark } from '../drawing.ts';
import { rangeFaults } from '../label-fault.ts';
import type { Effect } from '../raster/fill-rect.ts';
import type { FontLibrary } from '../text/fonts.ts';
import { layOutLines, placeLine } from '../text/layout.ts';
import type { SizedFont } from '../text/layout.ts';
import { defaultFont, objectResolution, placeObject, sizedFont, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext, DotDensity } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import { prepareCode128Symbol, prepareEan13Symbol } from './symbol-objects.ts';

const DEFAULT_BAR_WIDTHS = { 'EAN-13': 0.33, Code128: 0.25 } as const;
const DEFAULT_BAR_HEIGHT = 15;
const DEFAULT_TEXT_HEIGHT = 3;
/** Modules that the guard bars of EAN-13 reach down between the digits, and that stay free between bars and digits. */
const GUARD_LENGTH = 5;
const DIGIT_GAP = 1;
const DIGIT_CELL = 7;
const DIGIT_SHARE = 0.94;

/** What both linear codes are drawn with, in dots. */
interface LinearShape {
  resolution: DotDensity;
  moduleWidth: number;
  /** What a module's width is downwards. */
  moduleHeight: number;
  barHeight: number;
  textPlace: 'NONE' | 'BELOW' | 'ABOVE';
}

interface LinearDrawing {
  width: number;
  height: number;
  marks: Mark[];
}

/** EAN-13 with its quiet zones of 11 and 7 modules inside its extent; the digits stand below unless `humanReadable` says otherwise. */
export function prepareEan13(object: Ean13Object, context: ObjectContext): DrawObject {
  const make = prepareEan13Symbol(object, context.texts);
  const shape = linearShape(object, context.resolution, 'BELOW');
  const font = shape.textPlace === 'NONE' ? undefined : digitFont(object, shape, context.fonts);
  return placeLinear(object, context, (resolve, effect) => drawEan13(make(resolve), shape, { font, effect }));
}

/** Code 128 with quiet zones of 10 modules inside its extent; its text is written only when `humanReadable` asks for it. */
export function prepareCode128(object: Code128Object, context: ObjectContext): DrawObject {
  const make = prepareCode128Symbol(object, context.texts);
  const shape = linearShape(object, context.resolution, 'NONE');
  const font =
    shape.textPlace === 'NONE'
      ? undefined
      : sizedFont(object.font ?? defaultFont(DEFAULT_TEXT_HEIGHT, context.fonts), context.fonts, shape.resolution);
  return placeLinear(object, context, (resolve, effect) => drawCode128(make(resolve), shape, { font, effect }));
}

type DrawLinear = (resolve: Parameters<DrawObject>[0], effect: Effect) => LinearDrawing;

function placeLinear(object: Ean13Object | Code128Object, { resolution, texts }: ObjectContext, drawLinear: DrawLinear): DrawObject {
  const color = texts.prepareColor(object.color ?? 'black', '/color');
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const { width, height, marks } = drawLinear(resolve, effect === 'none' ? 'ink' : effect);
    const extent = { left: 0, top: 0, width, height };
    return { placement: placeObject(object, extent, resolution), extent, marks: effect === 'none' ? [] : marks };
  };
}

function linearShape(object: Ean13Object | Code128Object, resolution: DotDensity, defaultPlace: 'NONE' | 'BELOW'): LinearShape {
  const local = objectResolution(object, resolution);
  const barWidth = object.barWidth ?? DEFAULT_BAR_WIDTHS[object.type];
  return {
    resolution: local,
    moduleWidth: wholeDots(barWidth, local.x),
    moduleHeight: wholeDots(barWidth, local.y),
    barHeight: wholeDots(object.barHeight ?? DEFAULT_BAR_HEIGHT, local.y),
    textPlace: object.humanReadable ?? defaultPlace,
  };
}

/** The object's own font, or one whose digits just fit into the seven modules that each of them has. */
function digitFont(object: Ean13Object, shape: LinearShape, fonts: FontLibrary): SizedFont {
  const { resolution, moduleWidth } = shape;
  if (object.font) return sizedFont(object.font, fonts, resolution);
  const { typeface } = sizedFont(defaultFont(1, fonts), fonts, resolution);
  const digitWidth = (typeface.shape('0')[0]?.advance ?? typeface.unitsPerEm) / typeface.unitsPerEm;
  const em = (DIGIT_SHARE * DIGIT_CELL * moduleWidth) / digitWidth;
  return { typeface, size: { x: em, y: (em * resolution.y) / resolution.x } };
}

interface Look {
  /** Undefined when nothing is written. */
  font: SizedFont | undefined;
  effect: Effect;
}

function drawEan13(symbol: LinearSymbol, shape: LinearShape, { font, effect }: Look): LinearDrawing {
  const { moduleWidth, moduleHeight, barHeight, textPlace } = shape;
  const width = (EAN13_QUIET_ZONES.left + EAN13_MODULES + EAN13_QUIET_ZONES.right) * moduleWidth;
  const digits = font ? drawDigits(symbol.text, font, { moduleWidth, effect }) : { height: 0, marks: [] };
  const gap = font ? DIGIT_GAP * moduleHeight : 0;
  const barTop = textPlace === 'ABOVE' ? digits.height + gap : 0;
  const guardLength = textPlace === 'BELOW' ? GUARD_LENGTH * moduleHeight : 0;
  const bars = symbol.bars.map(({ start, width: modules }): Mark => {
    const height = barHeight + (isGuardBar(start) ? guardLength : 0);
    const left = (EAN13_QUIET_ZONES.left + start) * moduleWidth;
    return { kind: 'rect', rect: { left, top: barTop, width: modules * moduleWidth, height }, effect };
  });
  const digitTop = textPlace === 'ABOVE' ? 0 : barHeight + gap;
  const height = Math.max(barTop + barHeight + guardLength, digitTop + digits.height);
  return { width, height, marks: [...bars, ...moveDown(digits.marks, digitTop)] };
}

/** The first digit stands left of the bars, six below each half; the ink of the tallest begins at the top. */
function drawDigits(
  text: string,
  font: SizedFont,
  { moduleWidth, effect }: { moduleWidth: number; effect: Effect },
): { height: number; marks: Mark[] } {
  const marks = [...text].flatMap((digit, index) => {
    const [line] = layOutLines(digit, font);
    if (!line) return [];
    const cell = (EAN13_QUIET_ZONES.left + digitModule(index)) * moduleWidth;
    const x = cell + Math.round((DIGIT_CELL * moduleWidth - line.width) / 2);
    return rangeFaults('/font/height', () => placeLine(line, font, { x, baseline: 0, effect }));
  });
  const tops = marks.map((mark) => (mark.kind === 'bitmap' ? mark.top : 0));
  const bottoms = marks.map((mark) => (mark.kind === 'bitmap' ? mark.top + mark.bitmap.height : 0));
  const top = Math.min(...tops);
  return { height: Math.max(...bottoms) - top, marks: moveDown(marks, -top) };
}

/** The module, counted from the first bar, at which the cell of a digit begins. */
function digitModule(index: number): number {
  if (index === 0) return -2 - DIGIT_CELL;
  return index < 7 ? 3 + (index - 1) * DIGIT_CELL : 50 + (index - 7) * DIGIT_CELL;
}

function drawCode128(symbol: LinearSymbol, shape: LinearShape, { font, effect }: Look): LinearDrawing {
  const { moduleWidth, barHeight, textPlace } = shape;
  const codeWidth = (symbol.modules + 2 * CODE128_QUIET_ZONE) * moduleWidth;
  const line = font && layOutLines(symbol.text, font)[0];
  const textHeight = font ? Math.ceil(font.typeface.lineHeight * font.size.y) : 0;
  const width = Math.max(codeWidth, Math.ceil(line?.width ?? 0));
  const left = Math.floor((width - codeWidth) / 2) + CODE128_QUIET_ZONE * moduleWidth;
  const top = textPlace === 'ABOVE' ? textHeight : 0;
  const marks = symbol.bars.map(({ start, width: modules }): Mark => {
    return { kind: 'rect', rect: { left: left + start * moduleWidth, top, width: modules * moduleWidth, height: barHeight }, effect };
  });
  if (font && line) {
    const baseline = (textPlace === 'ABOVE' ? 0 : barHeight) + Math.round(font.typeface.ascent * font.size.y);
    const x = Math.floor((width - line.width) / 2);
    marks.push(...rangeFaults('/font/height', () => placeLine(line, font, { x, baseline, effect })));
  }
  return { width, height: barHeight + textHeight, marks };
}

function moveDown(marks: readonly Mark[], dots: number): Mark[] {
  return marks.map((mark) => (mark.kind === 'bitmap' ? { ...mark, top: mark.top + dots } : mark));
}
