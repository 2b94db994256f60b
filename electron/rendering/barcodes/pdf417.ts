import { encodeMatrix } from './encoder.ts';
import { markUtf8 } from './mark-utf8.ts';
import { SymbolError } from './symbols.ts';
import type { MatrixSymbol } from './symbols.ts';

/** Modules that stay free around the symbol (ISO/IEC 15438). */
export const PDF417_QUIET_ZONE = 2;
const MOST_CHARACTERS = 2_710;

/** How large and how robust the symbol must be; what is undefined the data decide, the level as ISO/IEC 15438 recommends it. */
export interface Pdf417Shape {
  columns: number | undefined;
  rows: number | undefined;
  eccLevel: number | undefined;
}

/** A PDF417 of any text, one module high per row; text beyond ASCII is marked as UTF-8. */
export function encodePdf417(text: string, { columns, rows, eccLevel }: Pdf417Shape): MatrixSymbol {
  if (text === '') throw new SymbolError('PDF417 needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`PDF417 holds at most ${MOST_CHARACTERS} characters, not ${text.length}`);
  const { data, parsefnc } = markUtf8(text);
  const options = {
    parsefnc,
    rowmult: 1,
    ...(columns === undefined ? {} : { columns }),
    ...(rows === undefined ? {} : { rows }),
    ...(eccLevel === undefined ? {} : { eclevel: eccLevel }),
  };
  return encodeMatrix({ symbology: 'pdf417', data, options });
}
