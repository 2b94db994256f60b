import bwip from 'bwip-js/generic';
import type { MatrixSymbol } from '#rendering/barcodes/encoding/symbols.ts';

export type EncoderOptions = Readonly<Record<string, string | boolean>>;

/** The result of another barcode encoder for the same data. */
export function otherMatrix(symbology: string, data: string, options: EncoderOptions): MatrixSymbol {
  const [symbol] = bwip.raw(symbology, data, options);
  if (!symbol || !('pixs' in symbol)) throw new Error('There is no symbol');
  return { width: symbol.pixx, height: symbol.pixy, modules: Uint8Array.from(symbol.pixs) };
}

/** Encodes any text, with an ECI for UTF-8 beyond ASCII. */
export function otherTextMatrix(symbology: string, text: string, options: EncoderOptions): MatrixSymbol {
  const isAscii = /^[\0-\x7f]*$/u.test(text);
  return otherMatrix(symbology, isAscii ? text : `^ECI000026${text.replaceAll('^', '^^')}`, { parsefnc: !isAscii, ...options });
}

/** Encodes GS1 element strings with FNC1 between them. */
export function otherGs1Matrix(symbology: string, text: string, options: EncoderOptions): MatrixSymbol {
  return otherMatrix(symbology, otherGs1Text(text), { parsefnc: true, ...options });
}

/** Element strings in the other encoder's notation. */
export function otherGs1Text(text: string): string {
  return `^FNC1${text.replaceAll('\x1d', '^FNC1')}`;
}

/** The bars of a linear code: position and width of each. */
export function otherLinear(symbology: string, data: string, options: EncoderOptions): readonly number[] {
  const [symbol] = bwip.raw(symbology, data, options);
  if (!symbol || !('sbs' in symbol)) throw new Error('There is no symbol');
  const bars: number[] = [];
  let start = 0;
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) bars.push(start, width);
    start += width;
  }
  return bars;
}
