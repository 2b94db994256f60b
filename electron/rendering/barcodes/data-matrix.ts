import { encodeMatrix, encoderGs1Text } from './encoder.ts';
import type { EncoderInput } from './encoder.ts';
import { SymbolError } from './symbols.ts';
import type { MatrixSymbol } from './symbols.ts';

/** Modules that stay free around the symbol. */
export const DATA_MATRIX_QUIET_ZONE = 1;
const MOST_CHARACTERS = 3_116;
/** Says that the bytes that follow are UTF-8; readers that are not told guess. */
const UTF8_DESIGNATOR = '^ECI000026';

/** How large the symbol must be. */
export interface DataMatrixShape {
  /** Modules across and down; the smallest that fits when undefined. */
  size: { width: number; height: number } | undefined;
  isRectangular: boolean;
}

/** A DataMatrix of any text; text beyond ASCII is marked as UTF-8. */
export function encodeDataMatrix(text: string, shape: DataMatrixShape): MatrixSymbol {
  if (text === '') throw new SymbolError('DataMatrix needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`DataMatrix holds at most ${MOST_CHARACTERS} characters, not ${text.length}`);
  const isAscii = /^[\0-\x7f]*$/u.test(text);
  const data = isAscii ? text : UTF8_DESIGNATOR + text.replaceAll('^', '^^');
  return encodeShape(data, !isAscii, shape);
}

/** A GS1 DataMatrix of a text that `gs1Text` has written. */
export function encodeGs1DataMatrix(text: string, shape: DataMatrixShape): MatrixSymbol {
  return encodeShape(encoderGs1Text(text), true, shape);
}

function encodeShape(data: string, parsefnc: boolean, { size, isRectangular }: DataMatrixShape): MatrixSymbol {
  const options: EncoderInput['options'] = {
    parsefnc,
    format: isRectangular || (size && size.width !== size.height) ? 'rectangle' : 'square',
    ...(size ? { version: `${size.height}x${size.width}` } : {}),
  };
  return encodeMatrix({ symbology: 'datamatrix', data, options });
}
