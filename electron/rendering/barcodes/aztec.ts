import { encodeMatrix } from './encoding/encoder.ts';
import { markUtf8 } from './encoding/mark-utf8.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { MatrixSymbol } from './encoding/symbols.ts';

const MAX_CHARACTERS = 3_832;
/** Modules per side of the compact symbols with 1 to 4 layers. */
export const AZTEC_COMPACT_SIZES = [15, 19, 23, 27];
/** Modules per side of the full symbols with 4 to 32 layers, all of them larger than the compact ones. */
export const AZTEC_FULL_SIZES = [
  31, 37, 41, 45, 49, 53, 57, 61, 67, 71, 75, 79, 83, 87, 91, 95, 101, 105, 109, 113, 117, 121, 125, 131, 135, 139, 143, 147, 151,
];
/** Number of layers of the smallest full symbol in `AZTEC_FULL_SIZES`. */
export const FIRST_FULL_LAYERS = 4;

/** Required size and robustness of the symbol. */
export interface AztecShape {
  /** Modules per side; undefined for the smallest that fits. */
  size: number | undefined;
  /** Percentage of the symbol used for error correction. */
  eccPercent: number;
}

/** Encodes any text as an Aztec Code (ISO/IEC 24778); non-ASCII text is marked as UTF-8. It needs no quiet zone. Throws a `SymbolError`. */
export function encodeAztec(text: string, { size, eccPercent }: AztecShape): MatrixSymbol {
  if (text === '') throw new SymbolError('Aztec needs at least one character');
  if (text.length > MAX_CHARACTERS) throw new SymbolError(`Aztec holds at most ${MAX_CHARACTERS} characters, not ${text.length}`);
  const { data, parsefnc } = markUtf8(text);
  return encodeMatrix({ symbology: 'azteccode', data, options: { parsefnc, eclevel: eccPercent, ...sizeOptions(size) } });
}

function sizeOptions(size: number | undefined): { layers?: number; format?: string } {
  if (size === undefined) return {};
  if (AZTEC_COMPACT_SIZES.includes(size)) return { layers: AZTEC_COMPACT_SIZES.indexOf(size) + 1, format: 'compact' };
  if (AZTEC_FULL_SIZES.includes(size)) return { layers: AZTEC_FULL_SIZES.indexOf(size) + FIRST_FULL_LAYERS, format: 'full' };
  throw new SymbolError(`An Aztec code has 15, 19, 23, 27, 31, 37, 41, ... 151 modules per side, not ${size}`);
}
