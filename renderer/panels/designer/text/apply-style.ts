import type { StyleKey } from '#rendering/text/markup-reader.ts';
import type { TextRange } from './code-scan.ts';
import { next, scanMarkup } from './markup-scan.ts';
import type { StyledPiece, WrittenMarkup } from './markup-scan.ts';
import type { TakenCompletion } from './take-completion.ts';

/** What a piece has of a style now; undefined where it is the object's. */
type StyleNow = string | undefined;

/** A style of ADVANCED, and what it becomes where it is this. */
export interface StyleChange {
  key: StyleKey;
  valueOf: (now: StyleNow) => string;
}

/** Has the selected words in bold, or no longer where all of them are (SIMPLE). An asterisk changes sides, so all that counts is where one is. */
export function toggleBold(source: string, selected: TextRange): TakenCompletion {
  const markup = scanMarkup(source, 'SIMPLE');
  const pieces = coveredPieces(source, markup, { selected, format: 'SIMPLE' });
  if (pieces.length === 0) return insertPair(source, behindMark(markup, selected.from), ['*', '*']);
  const isOff = pieces.every(({ styles }) => styles.length > 0);
  const edits = pieces.filter(({ styles }) => styles.length > 0 === isOff).flatMap(({ range }) => wrapEdits(range, ['*', '*']));
  const written = applyEdits(source, edits, spanOf(pieces));
  return withoutEmptyBold(written);
}

/** Sets a style for the selected words (ADVANCED). Words that a bracket of their own stands around get it there, others a new bracket. */
export function setStyle(source: string, selected: TextRange, { key, valueOf }: StyleChange): TakenCompletion {
  const markup = scanMarkup(source, 'ADVANCED');
  const pieces = coveredPieces(source, markup, { selected, format: 'ADVANCED' });
  if (pieces.length === 0) {
    const at = behindMark(markup, selected.from);
    return insertPair(source, at, [`[${key}="${valueOf(styleAt(markup, at, key))}"]`, '[]']);
  }
  const edits = pieces.flatMap((piece) => {
    const value = valueOf(styleOf(piece, key));
    const own = piece.styles.at(-1);
    if (!own || !isWhole(markup, piece)) return wrapEdits(piece.range, [`[${key}="${value}"]`, '[]']);
    const written = own.values.get(key);
    return written ? [{ ...written.range, text: value }] : [{ from: own.range.to - 1, to: own.range.to - 1, text: ` ${key}="${value}"` }];
  });
  return applyEdits(source, edits, spanOf(pieces));
}

/** What the selected words have of a style, each value once. */
export function stylesOf(source: string, selected: TextRange, key: StyleKey): StyleNow[] {
  const markup = scanMarkup(source, 'ADVANCED');
  const pieces = coveredPieces(source, markup, { selected, format: 'ADVANCED' });
  return pieces.length === 0 ? [styleAt(markup, selected.from, key)] : [...new Set(pieces.map((piece) => styleOf(piece, key)))];
}

function styleOf({ styles }: StyledPiece, key: StyleKey): StyleNow {
  return styles.findLast(({ values }) => values.has(key))?.values.get(key)?.text;
}

function styleAt({ pieces }: WrittenMarkup, at: number, key: StyleKey): StyleNow {
  const piece = pieces.find(({ range }) => range.from <= at && at <= range.to);
  return piece && styleOf(piece, key);
}

/** Whether the piece is all that its innermost style stands around. */
function isWhole({ marks }: WrittenMarkup, { range, styles }: StyledPiece): boolean {
  const own = styles.at(-1);
  return own?.range.to === range.from && marks.some(({ from, to }) => from === range.to && to === from + 2);
}

/** The selected parts of the pieces, each from a whole character or code to another. */
function coveredPieces(
  source: string,
  { pieces }: WrittenMarkup,
  { selected, format }: { selected: TextRange; format: 'SIMPLE' | 'ADVANCED' },
): StyledPiece[] {
  return pieces.flatMap(({ range, styles }) => {
    let [from, to] = [range.to, range.from];
    for (let at = range.from; at < range.to; at = next(source, at, format)) {
      const end = next(source, at, format);
      const isCovered = selected.from < end && selected.to > at;
      if (!isCovered) continue;
      from = Math.min(from, at);
      to = end;
    }
    return from < to ? [{ range: { from, to }, styles }] : [];
  });
}

interface Edit extends TextRange {
  text: string;
}

function wrapEdits({ from, to }: TextRange, [before, behind]: readonly [string, string]): Edit[] {
  return [
    { from, to: from, text: before },
    { from: to, to, text: behind },
  ];
}

function spanOf(pieces: readonly StyledPiece[]): TextRange {
  return { from: pieces[0]?.range.from ?? 0, to: pieces.at(-1)?.range.to ?? 0 };
}

/** Writes the edits, which are in the order of the text; the same words stay selected. */
function applyEdits(source: string, edits: readonly Edit[], span: TextRange): TakenCompletion {
  let text = '';
  let at = 0;
  let { from, to } = span;
  for (const edit of edits) {
    const grown = edit.text.length - (edit.to - edit.from);
    if (edit.from <= span.from) from += grown;
    if (edit.from < span.to) to += grown;
    text += source.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return { text: text + source.slice(at), selection: { from, to } };
}

/** Nothing is written into a mark. */
function behindMark({ marks }: WrittenMarkup, at: number): number {
  return marks.find(({ from, to }) => from < at && at < to)?.to ?? at;
}

function insertPair(source: string, at: number, [before, behind]: readonly [string, string]): TakenCompletion {
  const caret = at + before.length;
  return { text: source.slice(0, at) + before + behind + source.slice(at), selection: { from: caret, to: caret } };
}

/** Bold that ends where it begins, or begins again where it ends, is none. */
function withoutEmptyBold({ text, selection }: TakenCompletion): TakenCompletion {
  const { marks } = scanMarkup(text, 'SIMPLE');
  const empty: Edit[] = [];
  for (let index = 1; index < marks.length; index += 1) {
    const [one, other] = [marks[index - 1], marks[index]];
    if (!one || !other || one.to !== other.from) continue;
    empty.push({ from: one.from, to: other.to, text: '' });
    index += 1;
  }
  return applyEdits(text, empty, selection);
}
