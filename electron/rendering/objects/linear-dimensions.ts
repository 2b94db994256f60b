import type { LinearBarcode } from '#contract/api-v3/label-barcodes.ts';
import type { LinearSymbol } from '../barcodes/encoding/symbols.ts';
import type { Mark } from '../raster/drawing.ts';
import type { Effect } from '../raster/fill-rect.ts';
import type { SizedFont } from '../text/text-line.ts';
import { moduleSizeOf } from './module-size.ts';
import { objectResolution, wholeDots } from './object-context.ts';
import type { DotDensity } from './object-context.ts';

const DEFAULT_BAR_HEIGHT = 15;

/** Dimensions of a linear barcode in dots. */
export interface LinearShape {
  resolution: DotDensity;
  moduleWidth: number;
  /** Height of a module in dots: the module width at the vertical resolution. */
  moduleHeight: number;
  barHeight: number;
  /** Width of wide bars and spaces; undefined if the symbol gives the widths in modules. */
  wideWidth: number | undefined;
  textPlace: 'NONE' | 'BELOW' | 'ABOVE';
}

/** Appearance of a code in one print. */
export interface LinearLook {
  /** Undefined if no text is printed. */
  font: SizedFont | undefined;
  effect: Effect;
}

/** A drawn code in dots from its own corner, including quiet zones. */
export interface LinearDrawing {
  width: number;
  height: number;
  marks: Mark[];
}

/** The dimensions of a linear barcode, with defaults for absent attributes. */
export function linearShape(
  object: LinearBarcode,
  resolution: DotDensity,
  silent: { barModules?: number | undefined; textPlace: 'NONE' | 'BELOW' },
): LinearShape {
  const local = objectResolution(object, resolution);
  const barWidth = moduleSizeOf(object);
  const moduleWidth = wholeDots(barWidth, local.x);
  const moduleHeight = wholeDots(barWidth, local.y);
  const silentHeight = silent.barModules === undefined ? wholeDots(DEFAULT_BAR_HEIGHT, local.y) : silent.barModules * moduleHeight;
  return {
    resolution: local,
    moduleWidth,
    moduleHeight,
    barHeight: object.barHeight === undefined ? silentHeight : wholeDots(object.barHeight, local.y),
    wideWidth: wideWidth(object, moduleWidth),
    textPlace: object.humanReadable ?? silent.textPlace,
  };
}

const DEFAULT_BAR_RATIO = 2.5;

/** At least twice the narrow width, so that rounding never makes both equal. */
function wideWidth(object: LinearBarcode, moduleWidth: number): number | undefined {
  if (object.type !== 'ITF' && object.type !== 'ITF-14' && object.type !== 'Code39') return undefined;
  return Math.max(2 * moduleWidth, Math.round(moduleWidth * (object.barRatio ?? DEFAULT_BAR_RATIO)));
}

/** Alternating start and width of each bar in dots from the first one, and the total size. */
export function barDots(symbol: LinearSymbol, shape: LinearShape): { bars: number[]; width: number; height: number } {
  const { moduleWidth, moduleHeight, barHeight, wideWidth: wide } = shape;
  const dots = (modules: number): number => (wide !== undefined && modules > 1 ? wide : modules * moduleWidth);
  const bars: number[] = [];
  let module = 0;
  let at = 0;
  for (let index = 0; index < symbol.bars.length; index += 2) {
    const start = symbol.bars[index] ?? 0;
    const width = symbol.bars[index + 1] ?? 0;
    at += dots(start - module);
    bars.push(at, dots(width));
    at += dots(width);
    module = start + width;
  }
  const height = symbol.rows ? symbol.rows.height * moduleHeight : barHeight;
  return { bars, width: at + dots(symbol.modules - module), height };
}
