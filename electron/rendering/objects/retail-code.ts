import { DIGIT_CELL, digitCell, isGuardBar } from '../barcodes/retail-codes.ts';
import type { RetailLayout } from '../barcodes/retail-codes.ts';
import type { LinearSymbol } from '../barcodes/encoding/symbols.ts';
import type { Mark } from '../raster/drawing.ts';
import { rangeFaults } from '../document/label-fault.ts';
import type { FontLibrary } from '../text/font-library.ts';
import { layOutLines } from '../text/layout.ts';
import { placeLine } from '../text/text-line.ts';
import type { SizedFont } from '../text/text-line.ts';
import type { LinearDrawing, LinearLook, LinearShape } from './linear-dimensions.ts';
import { defaultFont, sizedFont } from './object-context.ts';

/** Length in modules by which guard bars extend down between the digits, and the gap between bars and digits. */
const GUARD_LENGTH = 5;
const DIGIT_GAP = 1;
const DIGIT_SHARE = 0.94;

/** A font whose digits fit into seven modules. */
export function digitFont({ resolution, moduleWidth }: LinearShape, fonts: FontLibrary): SizedFont {
  const { typeface } = sizedFont(defaultFont(1, fonts), fonts, resolution);
  const digitWidth = (typeface.shape('0')[0]?.advance ?? typeface.unitsPerEm) / typeface.unitsPerEm;
  const em = (DIGIT_SHARE * DIGIT_CELL * moduleWidth) / digitWidth;
  return { typeface, size: { x: em, y: (em * resolution.y) / resolution.x } };
}

/** Draws a point-of-sale code; with digits below it, the guard bars extend down between them. */
export function drawRetail(symbol: LinearSymbol, shape: LinearShape, look: LinearLook & { layout: RetailLayout }): LinearDrawing {
  const { moduleWidth, moduleHeight, barHeight, textPlace } = shape;
  const { font, effect, layout } = look;
  const { left: quietLeft, right: quietRight } = layout.quietZones;
  const width = (quietLeft + symbol.modules + quietRight) * moduleWidth;
  const digits = font ? drawDigits(symbol.text, font, { ...look, moduleWidth }) : { height: 0, marks: [] };
  const gap = font ? DIGIT_GAP * moduleHeight : 0;
  const barTop = textPlace === 'ABOVE' ? digits.height + gap : 0;
  const guardLength = textPlace === 'BELOW' ? GUARD_LENGTH * moduleHeight : 0;
  const barsAt = { left: quietLeft * moduleWidth, top: barTop, width: symbol.modules * moduleWidth };
  const { guards, others } = splitGuards(symbol, layout, moduleWidth);
  const bars: Mark[] = [
    { kind: 'bars', bars: guards, rect: { ...barsAt, height: barHeight + guardLength }, effect },
    { kind: 'bars', bars: others, rect: { ...barsAt, height: barHeight }, effect },
  ];
  const digitTop = textPlace === 'ABOVE' ? 0 : barHeight + gap;
  const height = Math.max(barTop + barHeight + guardLength, digitTop + digits.height);
  return { width, height, marks: [...bars, ...moveDown(digits.marks, digitTop)] };
}

/** Separates the guard bars from the other bars; both as alternating start and width. */
function splitGuards({ bars }: LinearSymbol, layout: RetailLayout, moduleWidth: number): { guards: number[]; others: number[] } {
  const split = { guards: [] as number[], others: [] as number[] };
  for (let index = 0; index < bars.length; index += 2) {
    const start = bars[index] ?? 0;
    const width = bars[index + 1] ?? 0;
    const side = isGuardBar(layout, start) ? split.guards : split.others;
    side.push(start * moduleWidth, width * moduleWidth);
  }
  return split;
}

interface DigitLook extends LinearLook {
  layout: RetailLayout;
  moduleWidth: number;
}

/** Centres each digit in its cell, smaller in a narrower one; all share a baseline, and the tallest ink begins at the top. */
function drawDigits(text: string, font: SizedFont, { layout, moduleWidth, effect }: DigitLook): { height: number; marks: Mark[] } {
  const marks = [...text].flatMap((digit, index) => {
    const { module, cell } = digitCell(layout, index);
    const share = cell / DIGIT_CELL;
    const own = { ...font, size: { x: font.size.x * share, y: font.size.y * share } };
    const [line] = layOutLines(digit, own);
    if (!line) return [];
    const left = (layout.quietZones.left + module) * moduleWidth;
    const x = left + Math.round((cell * moduleWidth - line.width) / 2);
    return rangeFaults('/font/height', () => placeLine(line, { x, baseline: 0, effect }));
  });
  const tops = marks.map((mark) => (mark.kind === 'bitmap' ? mark.top : 0));
  const bottoms = marks.map((mark) => (mark.kind === 'bitmap' ? mark.top + mark.bitmap.height : 0));
  const top = Math.min(...tops);
  return { height: Math.max(...bottoms) - top, marks: moveDown(marks, -top) };
}

function moveDown(marks: readonly Mark[], dots: number): Mark[] {
  return marks.map((mark) => (mark.kind === 'bitmap' ? { ...mark, top: mark.top + dots } : mark));
}
