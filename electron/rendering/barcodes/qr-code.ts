import { encodeMatrix } from './encoder.ts';
import { SymbolError } from './symbols.ts';
import type { MatrixSymbol } from './symbols.ts';

export type EccLevel = 'L' | 'M' | 'Q' | 'H';

/** Modules that stay free around the symbol. */
export const QR_CODE_QUIET_ZONE = 4;
const MOST_CHARACTERS = 7_089;
/** Says that the bytes that follow are UTF-8; readers that are not told guess. */
const UTF8_DESIGNATOR = '^ECI000026';

/** How large and how robust the symbol must be. */
export interface QrCodeShape {
  /** Modules per side; the smallest that fits when undefined. */
  size: number | undefined;
  eccLevel: EccLevel;
}

/** A QR Code of any text; text beyond ASCII is marked as UTF-8. */
export function encodeQrCode(text: string, { size, eccLevel }: QrCodeShape): MatrixSymbol {
  if (text === '') throw new SymbolError('QRCode needs at least one character');
  if (text.length > MOST_CHARACTERS) throw new SymbolError(`QRCode holds at most ${MOST_CHARACTERS} characters, not ${text.length}`);
  const isAscii = /^[\0-\x7f]*$/u.test(text);
  const data = isAscii ? text : UTF8_DESIGNATOR + text.replaceAll('^', '^^');
  return encodeShape(data, !isAscii, { size, eccLevel });
}

/** A GS1 QR Code of a text that `gs1Text` has written. */
export function encodeGs1QrCode(text: string, shape: QrCodeShape): MatrixSymbol {
  return encodeShape(text, true, shape);
}

function encodeShape(data: string, parsefnc: boolean, { size, eccLevel }: QrCodeShape): MatrixSymbol {
  const options = { eclevel: eccLevel, fixedeclevel: true, parsefnc, ...(size === undefined ? {} : { version: versionOf(size) }) };
  return encodeMatrix({ symbology: 'qrcode', data, options });
}

/** Checks a size that a label asks for. */
export function versionOf(size: number): string {
  if (size < 21 || size > 177 || size % 4 !== 1) throw new SymbolError(`A QRCode has 21, 25, 29, ... 177 modules per side, not ${size}`);
  return String((size - 17) / 4);
}
