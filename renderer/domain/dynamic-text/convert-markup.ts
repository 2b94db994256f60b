import { MARKS, endOfToken, scanMarkup } from './scan-markup.ts';
import type { StyledPiece } from './scan-markup.ts';
import type { StyleFormat } from './read-parts.ts';

/**
 * The same text in another format. Styles that the format cannot express are dropped, and characters that are special in it are escaped.
 */
export function convertMarkup(source: string, from: StyleFormat, to: StyleFormat): string {
  const { pieces } = scanMarkup(source, from);
  let isBold = false;
  let text = '';
  for (const piece of pieces) {
    const words = convertLiteral(source.slice(piece.range.from, piece.range.to), from, to);
    const style = to === 'NONE' ? false : isBoldPiece(piece, from);
    if (to === 'ADVANCED') {
      text += style ? `[font-style="Bold"]${words}[]` : words;
    } else {
      text += style === isBold ? words : `*${words}`;
      isBold = style;
    }
  }
  return isBold ? `${text}*` : text;
}

/** Outside of codes: drops the escapes of the source format and adds those of the target format. */
function convertLiteral(words: string, from: StyleFormat, to: StyleFormat): string {
  let converted = '';
  for (let at = 0; at < words.length;) {
    const end = endOfToken(words, at, from);
    const character = words.slice(at, end);
    const plain = character.length === 2 && MARKS[from].includes(character.charAt(1)) ? character.charAt(1) : character;
    converted += plain.length === 1 && MARKS[to].includes(plain) ? `\\${plain}` : plain;
    at = end;
  }
  return converted;
}

function isBoldPiece({ styles }: StyledPiece, format: StyleFormat): boolean {
  if (format !== 'ADVANCED') return styles.length > 0;
  const own = styles.findLast(({ values }) => values.has('font-style'))?.values.get('font-style')?.text ?? '';
  return /\bbold\b/iu.test(own);
}
