import type { TextRange } from './scan-codes.ts';
import type { StyleFormat } from './read-parts.ts';

/** The value of a style, and its range between the quotation marks. */
export interface WrittenValue {
  text: string;
  range: TextRange;
}

/** A style as written: an asterisk, or a bracket with keys and values. */
export interface WrittenStyle {
  range: TextRange;
  values: ReadonlyMap<string, WrittenValue>;
}

/** A range of a text between marks, and the styles around it, the innermost last. */
export interface StyledPiece {
  range: TextRange;
  styles: readonly WrittenStyle[];
}

/** A parsed text with styles; every character belongs to one piece or one mark. */
export interface WrittenMarkup {
  pieces: StyledPiece[];
  /** The start and end marks of all styles. */
  marks: TextRange[];
}

/** The characters that a backslash escapes in addition to those of every text. */
export const MARKS = { NONE: '', SIMPLE: '*', ADVANCED: '[]"' } as const satisfies Record<StyleFormat, string>;

/** Parses a text with styles and records the position of each part. The text must be valid. */
export function scanMarkup(source: string, format: StyleFormat): WrittenMarkup {
  const markup: WrittenMarkup = { pieces: [], marks: [] };
  let styles: WrittenStyle[] = [];
  let from = 0;
  let at = 0;
  const endPiece = (): void => {
    if (at > from) markup.pieces.push({ range: { from, to: at }, styles });
  };
  while (at < source.length) {
    const style = markAt(source, at, { format, styles });
    if (style === undefined) {
      at = endOfToken(source, at, format);
      continue;
    }
    endPiece();
    const to = style === 'end' ? at + (format === 'SIMPLE' ? 1 : 2) : style.range.to;
    markup.marks.push({ from: at, to });
    styles = style === 'end' ? styles.slice(0, -1) : [...styles, style];
    from = at = to;
  }
  endPiece();
  return markup;
}

/** The end of the character or code that starts at an offset. */
export function endOfToken(source: string, at: number, format: StyleFormat): number {
  if (source.charAt(at) !== '{') return at + (isEscape(source, at, `{};\\${MARKS[format]}`) ? 2 : 1);
  let depth = 0;
  let end = at;
  do {
    if (source.charAt(end) === '{') depth += 1;
    else if (source.charAt(end) === '}') depth -= 1;
    end += isEscape(source, end, '{};\\') ? 2 : 1;
  } while (depth > 0 && end < source.length);
  return end;
}

/** Whether a backslash at this offset escapes the next character. */
function isEscape(source: string, at: number, special: string): boolean {
  const following = source.charAt(at + 1);
  return source.charAt(at) === '\\' && following !== '' && special.includes(following);
}

function markAt(
  source: string,
  at: number,
  { format, styles }: { format: StyleFormat; styles: readonly WrittenStyle[] },
): WrittenStyle | 'end' | undefined {
  const char = source.charAt(at);
  if (format === 'SIMPLE' && char === '*') return styles.length > 0 ? 'end' : { range: { from: at, to: at + 1 }, values: new Map() };
  if (format !== 'ADVANCED' || char !== '[') return undefined;
  return source.charAt(at + 1) === ']' ? 'end' : bracketAt(source, at);
}

function bracketAt(source: string, start: number): WrittenStyle {
  const values = new Map<string, WrittenValue>();
  let at = start + 1;
  while (at < source.length && source.charAt(at) !== ']') {
    const [, space = '', key = ''] = /^(\s*)([a-z-]*)(?:=")?/u.exec(source.slice(at)) ?? [];
    const from = at + space.length + key.length + 2;
    if (key === '') {
      at += Math.max(1, space.length);
      continue;
    }
    let to = from;
    while (to < source.length && source.charAt(to) !== '"') to = endOfToken(source, to, 'ADVANCED');
    values.set(key, { text: source.slice(from, to), range: { from, to } });
    at = to + 1;
  }
  return { range: { from: start, to: at + 1 }, values };
}
