import type { ColorEffect } from '../raster/inks.ts';
import { splitByFont } from './fallback-fonts.ts';
import { findParagraphs } from './line-breaks.ts';
import type { TextRange } from './line-breaks.ts';
import { fitLines, isCursive, makeLine } from './text-line.ts';
import type { LineRun, SizedFont, TextLine } from './text-line.ts';
import { inVisualOrder, itemizeParagraph } from './itemize.ts';
import type { ItemizedText, ScriptRun } from './itemize.ts';

/** A part of a text in one font and colour: from the end of the previous one to `to`. */
export interface TextSpan {
  to: number;
  font: SizedFont;
  effect?: ColorEffect | undefined;
}

/** Number of characters of context that the shaper considers. */
const CONTEXT = 5;

/** A part of a paragraph in one script, direction, font and colour. */
type Piece = ScriptRun & Omit<TextSpan, 'to'>;

/**
 * Breaks and shapes a text of any script in several fonts: the first strong letter of each paragraph determines its direction, and each
 * line is reordered on its own. The last span ends at the end of the text. Throws a `LabelFault` for a character that a
 * font and its fallback fonts lack.
 */
export function layOutSpans(text: string, spans: readonly TextSpan[], width = Infinity): TextLine[] {
  return findParagraphs(text).flatMap((range) => {
    const paragraph = text.slice(range.from, range.to);
    const itemized = itemizeParagraph(paragraph);
    const pieces = cutPieces(itemized, spans, range).flatMap((piece) => splitByFont(paragraph, piece));
    return fitLines(paragraph, width, (line, isBroken) => shapeLine(paragraph, pieces, { line, isBroken, ...itemized }));
  });
}

/** An empty paragraph has one empty piece, which gives it the height of its font. */
function cutPieces({ runs, isRightToLeft }: ItemizedText, spans: readonly TextSpan[], { from: start }: TextRange): Piece[] {
  const pieces: Piece[] = [];
  let index = findEnding(spans, start);
  for (const run of runs) {
    let from = run.from;
    for (let span = spans[index]; span && from < run.to; span = spans[index]) {
      const { font, effect } = span;
      const to = Math.min(span.to - start, run.to);
      pieces.push({ ...run, font, effect, from, to });
      if (to === span.to - start) index += 1;
      from = to;
    }
  }
  const empty = spans[index] ?? spans.at(-1);
  if (pieces.length > 0 || !empty) return pieces;
  return [{ font: empty.font, from: 0, to: 0, level: isRightToLeft ? 1 : 0, script: undefined }];
}

/** The first of these consecutive parts that ends after a position. */
function findEnding(parts: readonly { to: number }[], position: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((parts[middle]?.to ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface LineOrder {
  line: TextRange;
  isBroken: boolean;
  isRightToLeft: boolean;
}

/** Shapes a line without its trailing spaces, which reordering could otherwise move to its other end. */
function shapeLine(paragraph: string, pieces: readonly Piece[], { line, isBroken, isRightToLeft }: LineOrder): TextLine {
  const text = paragraph.slice(line.from, line.to);
  const own: Piece[] = [];
  for (let index = findEnding(pieces, line.from); index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (!piece || piece.from >= line.to) break;
    own.push({ ...piece, from: Math.max(0, piece.from - line.from), to: Math.min(text.length, piece.to - line.from) });
  }
  const shown = own.length > 0 ? own : pieces.slice(-1).map((piece) => ({ ...piece, from: 0, to: 0 }));
  return makeLine({ text, runs: inVisualOrder(shown).map((piece) => shapePiece(text, piece)), isBroken, isRightToLeft });
}

/** Shapes a piece with just the context that affects joining, so that the cache recognizes repeated words. */
function shapePiece(text: string, { from, to, level, script, font, effect }: Piece): LineRun {
  const isSpaced = font.letterSpacing ? !isCursive(text, from, to) : false;
  const start = Math.max(0, from - CONTEXT);
  const piece = { from: from - start, to: to - start, isRightToLeft: level % 2 === 1, script };
  const glyphs = font.typeface.shape(text.slice(start, to + CONTEXT), { piece, isSpaced });
  return { font, effect, glyphs: start === 0 ? glyphs : glyphs.map((glyph) => ({ ...glyph, cluster: glyph.cluster + start })) };
}
