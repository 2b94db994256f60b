import { encodeMatrix } from './encoding/encoder.ts';
import { markUtf8 } from './encoding/mark-utf8.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { MatrixSymbol } from './encoding/symbols.ts';

/** Width of the quiet zone in modules (ISO/IEC 15438). */
export const PDF417_QUIET_ZONE = 2;
const MAX_CHARACTERS = 2_710;

/** Required size and robustness of the symbol; undefined values are chosen for the data, the level as ISO/IEC 15438 recommends. */
export interface Pdf417Shape {
  columns: number | undefined;
  rows: number | undefined;
  eccLevel: number | undefined;
}

/** Encodes any text as PDF417 with rows of one module in height; non-ASCII text is marked as UTF-8. Throws a `SymbolError`. */
export function encodePdf417(text: string, { columns, rows, eccLevel }: Pdf417Shape): MatrixSymbol {
  if (text === '') throw new SymbolError('PDF417 needs at least one character');
  if (text.length > MAX_CHARACTERS) throw new SymbolError(`PDF417 holds at most ${MAX_CHARACTERS} characters, not ${text.length}`);
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
