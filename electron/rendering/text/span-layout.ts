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
  effect?: ColorEffect;
}

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
function cutPieces({ runs, isRightToLeft }: Writing, spans: readonly TextSpan[], paragraph: TextRange): Piece[] {
  const own = spans.map(({ to, ...look }) => ({ ...look, to: to - paragraph.from }));
  const pieces: Piece[] = [];
  let index = own.findIndex(({ to }) => to > 0);
  for (const run of runs) {
    let from = run.from;
    while (from < run.to) {
      const span = own[index];
      if (!span) return pieces;
      const to = Math.min(span.to, run.to);
      pieces.push({ ...run, ...span, from, to });
      if (to === span.to) index += 1;
      from = to;
    }
  }
  const empty = own[index] ?? own.at(-1);
  return pieces.length > 0 || !empty ? pieces : [{ ...empty, from: 0, to: 0, level: isRightToLeft ? 1 : 0, script: undefined }];
}

interface LineOrder {
  line: TextRange;
  isBroken: boolean;
  isRightToLeft: boolean;
}

/** The spaces behind a broken line are gone, so that none of them is left to be put at its other end. */
function shapeLine(paragraph: string, pieces: readonly Piece[], { line, isBroken, isRightToLeft }: LineOrder): TextLine {
  const text = paragraph.slice(line.from, line.to);
  const own = pieces
    .map((piece) => ({ ...piece, from: Math.max(0, piece.from - line.from), to: Math.min(text.length, piece.to - line.from) }))
    .filter(({ from, to }) => from < to || paragraph === '');
  return makeLine({ text, runs: inVisualOrder(own).map((piece) => shapePiece(text, piece)), isBroken, isRightToLeft });
}

function shapePiece(text: string, { from, to, level, script, font, effect }: Piece): LineRun {
  const isSpaced = font.letterSpacing ? !isCursive(text, from, to) : false;
  const glyphs = font.typeface.shape(text, { piece: { from, to, isRightToLeft: level % 2 === 1, script }, isSpaced });
  return { font, glyphs, effect };
}
