import type { ColorEffect } from '../raster/inks.ts';
import type { Mark } from '../raster/drawing.ts';
import { LabelFault } from '../document/label-fault.ts';
import { missingCharacterDetail } from '#contract/missing-character.ts';
import type { FontSize } from './glyph-atlas.ts';
import { breakParagraph } from './line-breaks.ts';
import type { MeasureText, TextRange } from './line-breaks.ts';
import type { ShapedGlyph } from './shaped-glyph.ts';
import type { Typeface } from './typeface.ts';

/** Scripts with joined letters, between which no letter spacing is inserted. */
const CURSIVE = /(?=[\p{L}\u0640])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Mand}]/u;

/** A font for characters that another one lacks, or a sentence that says why it is missing. */
export type FallbackFont = Typeface | string;

/** A typeface at a size. */
export interface SizedFont {
  typeface: Typeface;
  size: FontSize;
  /** Dots inserted between two characters; the same for all fonts of a text. */
  letterSpacing?: number;
  /** Fonts for characters that the typeface lacks, in their order. */
  fallbacks?: readonly FallbackFont[] | undefined;
  /** The typeface that determines the height of lines, if it is another one. */
  lineTypeface?: Typeface;
}

/** A run of a line in one font and direction: its glyphs from left to right, with clusters as indexes into the line's text. */
export interface LineRun {
  font: SizedFont;
  glyphs: readonly ShapedGlyph[];
  /** The effect of its colour; undefined for the colour of the whole text. */
  effect?: ColorEffect | undefined;
}

/** A shaped line of text. */
export interface TextLine {
  text: string;
  /** In visual order from left to right; at least one, which may be empty. */
  runs: readonly LineRun[];
  /** Width of the line in dots; not a whole number. */
  width: number;
  /** Whether the paragraph continues on the next line, so that the line may be justified. */
  isBroken: boolean;
  /** Whether its paragraph begins on the right. */
  isRightToLeft: boolean;
}

/** Breaks a paragraph into as many lines as `width` requires. `shape` shapes one line. */
export function fitLines(paragraph: string, width: number, shape: (line: TextRange, isBroken: boolean) => TextLine): TextLine[] {
  const whole = shape({ from: 0, to: paragraph.length }, false);
  if (whole.width <= width) return [whole];
  const lines = breakParagraph(paragraph, width, measureLine(whole));
  return lines.map((line, index) => shape(line, index < lines.length - 1));
}

/** Makes a line of runs. Throws a `LabelFault` that names the first character that a font lacks. */
export function makeLine(line: Omit<TextLine, 'width'>): TextLine {
  let width = 0;
  for (const run of line.runs) {
    const { font, glyphs } = run;
    let units = 0;
    for (const { glyph, advance } of glyphs) {
      if (glyph === 0) throw new LabelFault('/text', missingCharacter(line.text, run));
      units += advance;
    }
    width += (units * font.size.x) / font.typeface.unitsPerEm;
  }
  const spacing = line.runs[0]?.font.letterSpacing ?? 0;
  if (spacing !== 0) width += spacing * countGaps(line);
  return { ...line, width: Math.max(0, width) };
}

function countGaps({ text, runs }: Omit<TextLine, 'width'>): number {
  let gaps = 0;
  let previous: number | undefined;
  for (const { glyphs } of runs) {
    for (const { cluster } of glyphs) {
      if (previous !== undefined && hasGap(text, previous, cluster)) gaps += 1;
      previous = cluster;
    }
  }
  return gaps;
}

/** Whether letter spacing is inserted between two neighbours: not between a letter and its accent, nor between joined letters. */
function hasGap(text: string, cluster: number, next: number): boolean {
  return cluster !== next && !(CURSIVE.test(text.charAt(cluster)) && CURSIVE.test(text.charAt(next)));
}

/** Whether a part of the text contains joined letters. */
export function isCursive(text: string, from: number, to: number): boolean {
  return CURSIVE.test(text.slice(from, to));
}

function missingCharacter(text: string, { font: { typeface }, glyphs }: LineRun): string {
  const clusters = glyphs.filter(({ glyph }) => glyph === 0).map(({ cluster }) => cluster);
  const at = typeface.findMissing(text, Math.min(...clusters));
  return missingCharacterDetail(typeface.name, text.codePointAt(at) ?? 0);
}

/** Measures parts of a line by its characters' advances, without letter spacing before the first one. */
function measureLine(line: TextLine): MeasureText {
  const advances = clusterAdvances(line);
  const gaps = clusterGaps(line, advances);
  const sums = new Float64Array(advances.length + 1);
  for (const [index, advance] of advances.entries()) sums[index + 1] = (sums[index] ?? 0) + (gaps[index] ?? 0) + (advance || 0);
  return (from, to) => (to > from ? (sums[to] ?? 0) - (sums[from] ?? 0) - (gaps[from] ?? 0) : 0);
}

/** The advance of each character's cluster at its first code unit; NaN at the others. */
function clusterAdvances({ text, runs }: TextLine): Float64Array {
  const advances = new Float64Array(text.length).fill(NaN);
  for (const { font, glyphs } of runs) {
    const scale = font.size.x / font.typeface.unitsPerEm;
    for (const { cluster, advance } of glyphs) advances[cluster] = (advances[cluster] || 0) + advance * scale;
  }
  return advances;
}

/** The letter spacing before each character. */
function clusterGaps({ text, runs }: TextLine, advances: Float64Array): Float64Array {
  const gaps = new Float64Array(text.length);
  const spacing = runs[0]?.font.letterSpacing ?? 0;
  let previous: number | undefined;
  for (let index = 0; spacing !== 0 && index < text.length; index += 1) {
    if (Number.isNaN(advances[index])) continue;
    if (previous !== undefined && hasGap(text, previous, index)) gaps[index] = spacing;
    previous = index;
  }
  return gaps;
}

/** Dots from the top of a line to its baseline, and its total height; determined by its tallest runs, and not by fallback fonts. */
export function lineExtent({ runs }: TextLine): { ascent: number; height: number } {
  let ascent = 0;
  let descent = 0;
  for (const { font } of runs) {
    const { lineTypeface = font.typeface, size } = font;
    const own = lineTypeface.ascent * size.y;
    ascent = Math.max(ascent, own);
    descent = Math.max(descent, lineTypeface.lineHeight * size.y - own);
  }
  return { ascent, height: ascent + descent };
}

/** Position of a line; `spaceWidth` is added to the width of every space, in dots. */
export interface LinePlace {
  x: number;
  baseline: number;
  spaceWidth?: number;
  effect: ColorEffect;
}

/** The line's glyphs as marks; every glyph is at a whole dot. */
export function placeLine({ text, runs }: TextLine, place: LinePlace): Mark[] {
  const marks: Mark[] = [];
  let pen = place.x;
  let previous: number | undefined;
  for (const run of runs) {
    const { typeface, size, letterSpacing = 0 } = run.font;
    const effect = run.effect ?? place.effect;
    const atlas = typeface.atlas(size);
    const scaleX = size.x / typeface.unitsPerEm;
    const scaleY = size.y / typeface.unitsPerEm;
    for (const { glyph, cluster, advance, offsetX, offsetY } of run.glyphs) {
      if (letterSpacing !== 0 && previous !== undefined && hasGap(text, previous, cluster)) pen += letterSpacing;
      const { left, top, bitmap } = atlas.glyph(glyph);
      if (bitmap && effect !== 'none') {
        const x = Math.round(pen + offsetX * scaleX) + left;
        marks.push({ kind: 'bitmap', bitmap, left: x, top: place.baseline - Math.round(offsetY * scaleY) + top, effect });
      }
      pen += advance * scaleX + (text[cluster] === ' ' ? (place.spaceWidth ?? 0) : 0);
      previous = cluster;
    }
  }
  return marks;
}
