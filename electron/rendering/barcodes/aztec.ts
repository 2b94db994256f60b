import { encodeMatrix } from './encoder.ts';
import { markUtf8 } from './mark-utf8.ts';
import { SymbolError } from './symbols.ts';
import type { MatrixSymbol } from './symbols.ts';

const MOST_CHARACTERS = 3_832;
/** Modules per side of the compact symbols, in the order of their layers from 1 to 4. */
export const AZTEC_COMPACT_SIZES = [15, 19, 23, 27];
/** Modules per side of the full symbols that are larger than every compact one, in the order of their layers from 4 to 32. */
export const AZTEC_FULL_SIZES = [
  31, 37, 41, 45, 49, 53, 57, 61, 67, 71, 75, 79, 83, 87, 91, 95, 101, 105, 109, 113, 117, 121, 125, 131, 135, 139, 143, 147, 151,
];
export const FIRST_FULL_LAYERS = 4;

/** How large and how robust the symbol must be. */
export interface AztecShape {
  /** Modules per side; the smallest that fits when undefined. */
  size: number | undefined;
  /** Share of the symbol that corrects errors, in percent. */
  eccPercent: number;
}

/** An Aztec Code (ISO/IEC 24778) of any text; text beyond ASCII is marked as UTF-8. It needs no quiet zone. */
export function encodeAztec(text: string, { size, eccPercent }: AztecShape): MatrixSymbol {
  if (text === '') throw new SymbolError('Aztec needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`Aztec holds at most ${MOST_CHARACTERS} characters, not ${text.length}`);
  const { data, parsefnc } = markUtf8(text);
  return encodeMatrix({ symbology: 'azteccode', data, options: { parsefnc, eclevel: eccPercent, ...sizeOptions(size) } });
}

function sizeOptions(size: number | undefined): { layers?: number; format?: string } {
  if (size === undefined) return {};
  if (AZTEC_COMPACT_SIZES.includes(size)) return { layers: AZTEC_COMPACT_SIZES.indexOf(size) + 1, format: 'compact' };
  if (AZTEC_FULL_SIZES.includes(size)) return { layers: AZTEC_FULL_SIZES.indexOf(size) + FIRST_FULL_LAYERS, format: 'full' };
  throw new SymbolError(`An Aztec has 15, 19, 23, 27, 31, 37, 41, ... 151 modules per side, not ${size}`);
}
