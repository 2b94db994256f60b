import type { ColorEffect } from '../inks.ts';
import { findParagraphs } from './line-breaks.ts';
import type { TextRange } from './line-breaks.ts';
import { fitLines, isCursive, makeLine } from './text-line.ts';
import type { LineRun, SizedFont, TextLine } from './text-line.ts';
import { inVisualOrder, splitWriting } from './writing.ts';
import type { Writing, WritingRun } from './writing.ts';

/** A part of a text in one font and colour: from the end of the one before up to `to`. */
export interface TextSpan {
  to: number;
  font: SizedFont;
  effect?: ColorEffect | undefined;
}

/** Characters around a piece that the shaper looks at. */
const CONTEXT = 5;

/** A piece of a paragraph in one script, direction, font and colour. */
type Piece = WritingRun & Omit<TextSpan, 'to'>;

/**
 * Breaks and shapes a text of any writing in any number of fonts: each paragraph begins where its first letter says, and each line is
 * put in the order of reading on its own. The last span ends where the text ends. Throws a `LabelFault` for a character that a font lacks.
 */
export function layOutSpans(text: string, spans: readonly TextSpan[], width = Infinity): TextLine[] {
  return findParagraphs(text).flatMap((range) => {
    const paragraph = text.slice(range.from, range.to);
    const writing = splitWriting(paragraph);
    const pieces = cutPieces(writing, spans, range);
    return fitLines(paragraph, width, (line, isBroken) => shapeLine(paragraph, pieces, { line, isBroken, ...writing }));
  });
}

/** An empty paragraph has one empty piece: it is as high as its font. */
function cutPieces({ runs, isRightToLeft }: Writing, spans: readonly TextSpan[], { from: start }: TextRange): Piece[] {
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

/** The first of these parts, which follow each other, that ends behind a position. */
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

/** The spaces behind a broken line are gone, so that none of them is left to be put at its other end. */
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

/** Shapes a piece with as much around it as decides how its letters join: the same word is known again wherever it stands. */
function shapePiece(text: string, { from, to, level, script, font, effect }: Piece): LineRun {
  const isSpaced = font.letterSpacing ? !isCursive(text, from, to) : false;
  const start = Math.max(0, from - CONTEXT);
  const piece = { from: from - start, to: to - start, isRightToLeft: level % 2 === 1, script };
  const glyphs = font.typeface.shape(text.slice(start, to + CONTEXT), { piece, isSpaced });
  return { font, effect, glyphs: start === 0 ? glyphs : glyphs.map((glyph) => ({ ...glyph, cluster: glyph.cluster + start })) };
}
