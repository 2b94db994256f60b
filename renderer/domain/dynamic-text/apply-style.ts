import type { StyleKey } from '#rendering/text/markup-reader.ts';
import type { TextRange } from './scan-codes.ts';
import { endOfToken, scanMarkup } from './scan-markup.ts';
import type { StyledPiece, WrittenMarkup } from './scan-markup.ts';
import type { AppliedCompletion } from './apply-completion.ts';

/** The style value of a piece; undefined = the object's own. */
type StyleNow = string | undefined;

/** A style of the ADVANCED format and its new value. */
export interface StyleChange {
  key: StyleKey;
  valueOf: (now: StyleNow) => string;
}

/**
 * Makes the selected text bold, or not bold if all of it is bold already (SIMPLE format). An asterisk switches bold on or off, so only the
 * positions of the asterisks matter.
 */
export function toggleBold(source: string, selected: TextRange): AppliedCompletion {
  const markup = scanMarkup(source, 'SIMPLE');
  const pieces = coveredPieces(source, markup, { selected, format: 'SIMPLE' });
  if (pieces.length === 0) return insertPair(source, behindMark(markup, selected.from), ['*', '*']);
  const isOff = pieces.every(({ styles }) => styles.length > 0);
  const edits = pieces.filter(({ styles }) => styles.length > 0 === isOff).flatMap(({ range }) => wrapEdits(range, ['*', '*']));
  const written = applyEdits(source, edits, spanOf(pieces));
  return withoutEmptyBold(written);
}

/**
 * Sets a style of the selected text (ADVANCED format). Text that has a bracket of its own gets the style there, other text gets a new
 * bracket.
 */
export function setStyle(source: string, selected: TextRange, { key, valueOf }: StyleChange): AppliedCompletion {
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

/** The distinct values of a style in the selected text. */
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

/** Whether the piece is the whole content of its innermost style. */
function isWhole({ marks }: WrittenMarkup, { range, styles }: StyledPiece): boolean {
  const own = styles.at(-1);
  return own?.range.to === range.from && marks.some(({ from, to }) => from === range.to && to === from + 2);
}

/** The selected parts of the pieces, extended to whole characters and codes. */
function coveredPieces(
  source: string,
  { pieces }: WrittenMarkup,
  { selected, format }: { selected: TextRange; format: 'SIMPLE' | 'ADVANCED' },
): StyledPiece[] {
  return pieces.flatMap(({ range, styles }) => {
    let [from, to] = [range.to, range.from];
    for (let at = range.from; at < range.to; at = endOfToken(source, at, format)) {
      const end = endOfToken(source, at, format);
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

/** Applies the edits, which are in order of position; the same text stays selected. */
function applyEdits(source: string, edits: readonly Edit[], span: TextRange): AppliedCompletion {
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

/** Moves a position out of a mark. */
function behindMark({ marks }: WrittenMarkup, at: number): number {
  return marks.find(({ from, to }) => from < at && at < to)?.to ?? at;
}

function insertPair(source: string, at: number, [before, behind]: readonly [string, string]): AppliedCompletion {
  const caret = at + before.length;
  return { text: source.slice(0, at) + before + behind + source.slice(at), selection: { from: caret, to: caret } };
}

/** Removes bold ranges that are empty, and joins ones that are adjacent. */
function withoutEmptyBold({ text, selection }: AppliedCompletion): AppliedCompletion {
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
