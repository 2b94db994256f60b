import { LabelFault } from '../label-fault.ts';
import { breakParagraph, splitParagraphs } from './line-breaks.ts';
import type { FontSize, ShapedGlyph, Typeface } from './typeface.ts';
import type { Mark } from '../drawing.ts';
import type { Effect } from '../raster/fill-rect.ts';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LEFT_TO_RIGHT = /(?![\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])[\p{L}\p{Nd}]/u;

/** A typeface at a size. */
export interface SizedFont {
  typeface: Typeface;
  size: FontSize;
  /** Dots added between two characters of a line. */
  letterSpacing?: number;
}

/** A line of text, shaped. */
export interface TextLine {
  text: string;
  glyphs: readonly ShapedGlyph[];
  /** Dots from the start to the end of the line; not a whole number. */
  width: number;
  /** Whether the paragraph goes on in the next line, so that the line may be stretched. */
  isBroken: boolean;
}

/** Breaks and shapes a text. Throws a `LabelFault` that names the first character the font lacks. */
export function layOutLines(text: string, font: SizedFont, width = Infinity): TextLine[] {
  return splitParagraphs(text).flatMap((paragraph) => {
    const whole = shapeLine(paragraph, font, false);
    if (whole.width <= width) return [whole];
    const lines = breakParagraph(paragraph, width, measureWith(whole, font));
    return lines.map((line, index) => shapeLine(line, font, index < lines.length - 1));
  });
}

function shapeLine(text: string, { typeface, size, letterSpacing = 0 }: SizedFont, isBroken: boolean): TextLine {
  if (RIGHT_TO_LEFT.test(text) && LEFT_TO_RIGHT.test(text)) {
    throw new LabelFault('/text', `The line "${text}" mixes writing to the right and to the left, which cannot be drawn`);
  }
  const glyphs = typeface.shape(text);
  const missing = glyphs.find(({ glyph }) => glyph === 0);
  if (missing) throw new LabelFault('/text', missingGlyph(text, missing.cluster, typeface.name));
  const units = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  const gaps = glyphs.filter((_, index) => isGapAfter(glyphs, index)).length;
  return { text, glyphs, isBroken, width: Math.max(0, (units * size.x) / typeface.unitsPerEm + gaps * letterSpacing) };
}

/** Between the glyphs of one character, such as a letter and its accent, there is no gap. */
function isGapAfter(glyphs: readonly ShapedGlyph[], index: number): boolean {
  const next = glyphs[index + 1];
  return next !== undefined && next.cluster !== glyphs[index]?.cluster;
}

function missingGlyph(text: string, cluster: number, font: string): string {
  const code = text.codePointAt(cluster) ?? 0;
  const shown = code > 0x20 ? ` "${String.fromCodePoint(code)}"` : '';
  return `The font "${font}" has no character U+${code.toString(16).toUpperCase().padStart(4, '0')}${shown}`;
}

/** Measures pieces of a line by the advances of its characters, each added up once; behind the last there is no gap. */
function measureWith(line: TextLine, { typeface, size, letterSpacing = 0 }: SizedFont): (from: number, to: number) => number {
  const sums = new Float64Array(line.text.length + 1);
  const scale = size.x / typeface.unitsPerEm;
  for (const [index, { cluster, advance }] of line.glyphs.entries()) {
    const isLast = line.glyphs[index + 1]?.cluster !== cluster;
    sums[cluster + 1] = (sums[cluster + 1] ?? 0) + advance * scale + (isLast ? letterSpacing : 0);
  }
  for (let index = 1; index < sums.length; index += 1) sums[index] = (sums[index] ?? 0) + (sums[index - 1] ?? 0);
  return (from, to) => (sums[to] ?? 0) - (sums[from] ?? 0) - (to > from ? letterSpacing : 0);
}

/** Where a line begins; `spaceWidth` is what every space gets in addition, in dots. */
export interface LinePlace {
  x: number;
  baseline: number;
  spaceWidth?: number;
  effect: Effect;
}

/** The line's glyphs as marks, every glyph on whole dots. */
export function placeLine(line: TextLine, { typeface, size, letterSpacing = 0 }: SizedFont, place: LinePlace): Mark[] {
  const marks: Mark[] = [];
  const atlas = typeface.atlas(size);
  const scaleX = size.x / typeface.unitsPerEm;
  const scaleY = size.y / typeface.unitsPerEm;
  let pen = place.x;
  for (const [index, { glyph, cluster, advance, offsetX, offsetY }] of line.glyphs.entries()) {
    const { left, top, bitmap } = atlas.glyph(glyph);
    if (bitmap) {
      const x = Math.round(pen + offsetX * scaleX) + left;
      const y = place.baseline - Math.round(offsetY * scaleY) + top;
      marks.push({ kind: 'bitmap', bitmap, left: x, top: y, effect: place.effect });
    }
    pen += advance * scaleX + (line.text[cluster] === ' ' ? (place.spaceWidth ?? 0) : 0);
    if (isGapAfter(line.glyphs, index)) pen += letterSpacing;
  }
  return marks;
}
