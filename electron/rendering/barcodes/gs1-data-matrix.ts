import { encodeMatrix } from './encoder.ts';
import { needsSeparator } from './gs1-elements.ts';
import type { Gs1Data } from './gs1-elements.ts';
import type { MatrixSymbol } from './symbols.ts';

/** Modules that stay free around the symbol. */
export const DATA_MATRIX_QUIET_ZONE = 1;

/** How large the symbol must be. */
export interface DataMatrixShape {
  /** Modules across and down; the smallest that fits when undefined. */
  size: { width: number; height: number } | undefined;
  isRectangular: boolean;
}

/** A GS1 DataMatrix of element strings that have been checked. */
export function encodeGs1DataMatrix(elements: readonly Gs1Data[], { size, isRectangular }: DataMatrixShape): MatrixSymbol {
  const strings = elements.map(({ id, value }, index) => {
    const separator = needsSeparator(id) && index < elements.length - 1 ? '^FNC1' : '';
    return `${id}${value.replaceAll('^', '^^')}${separator}`;
  });
  const options = {
    parsefnc: true,
    format: isRectangular || (size && size.width !== size.height) ? 'rectangle' : 'square',
    ...(size ? { version: `${size.height}x${size.width}` } : {}),
  };
  return encodeMatrix({ symbology: 'datamatrix', data: `^FNC1${strings.join('')}`, options });
}
