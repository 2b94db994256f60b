import type { MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import { AZTEC_COMPACT_SIZES, AZTEC_FULL_SIZES, FIRST_FULL_LAYERS } from '#rendering/barcodes/aztec.ts';
import { DATA_MATRIX_QUIET_ZONE } from '#rendering/barcodes/data-matrix.ts';
import { PDF417_QUIET_ZONE } from '#rendering/barcodes/pdf417.ts';
import { QR_CODE_QUIET_ZONE } from '#rendering/barcodes/qr-code.ts';
import { millimetres, type CodeContext } from './barcode-context.ts';
import { FNC1, gs1Content } from './gs1-data.ts';
import type { MakeCode } from './linear-codes.ts';
import { ORIENTATIONS, type Frame } from '../objects/field-placement.ts';
import { readQrData } from './qr-data.ts';
import { NOWHERE, type MadeObject } from '../objects/zpl-object.ts';

const MAX_MODULE = 1000;
const SIDE = { silent: 0, least: 0, most: 1000 };

/** The matrix codes by command. */
export const MATRIX_CODES: Readonly<Partial<Record<string, MakeCode>>> = {
  '^BX': makeDataMatrix,
  '^BQ': makeQrCode,
  '^BO': makeAztec,
  '^B0': makeAztec,
  '^B7': makePdf417,
};

/** The object with its module size in dots. A ZPL field does not include the quiet zone. */
function matrix(
  object: MatrixBarcode,
  { context, module, quietZone }: { context: CodeContext; module: number; quietZone: number },
): MadeObject {
  return {
    object: { ...object, moduleSize: millimetres(module, context) },
    orientation: context.parameters.letter(0, ORIENTATIONS, context.orientation),
    frame: quietFrame(quietZone * module),
  };
}

function quietFrame(free: number): Frame {
  const bottom = { anchor: 'BOTTOM', offset: -free } as const;
  return { left: free, right: -free, top: { anchor: 'TOP', offset: free }, bottom, base: bottom };
}

const DATA_MATRIX_QUALITY = 200;

function makeDataMatrix(data: string, context: CodeContext): MadeObject {
  const { parameters, placeholders, warnings, bars } = context;
  const quality = parameters.number(2, { silent: 0, least: 0, most: DATA_MATRIX_QUALITY });
  if (quality !== DATA_MATRIX_QUALITY) warnings.add('codeForm', parameters.command, { text: `ECC ${quality}`, reason: 'ECC 200' });
  const module = parameters.dots(1, Math.max(2, Math.round(bars.height / 16)), 1);
  const [width, height] = [parameters.number(3, SIDE), parameters.number(4, SIDE)];
  const shape = {
    ...NOWHERE,
    ...(width > 0 && height > 0 && { size: { width, height } }),
    ...(parameters.text(7) === '2' && { rectangular: true }),
  };
  const escape = parameters.text(6) || '_';
  const { text, isGs1 } = readEscapes(data, escape);
  const options = { context, module: Math.min(MAX_MODULE, module), quietZone: DATA_MATRIX_QUIET_ZONE };
  if (!isGs1) return matrix({ type: 'DataMatrix', ...shape, text: placeholders.dynamicText(text) }, options);
  const content = gs1Content(text, placeholders);
  return 'apps' in content
    ? matrix({ type: 'GS1-DataMatrix', ...shape, ...content }, options)
    : matrix({ type: 'GS1-DataMatrix-Plain', ...shape, ...content }, options);
}

/**
 * The escapes of Data Matrix: `_1` is FNC1, `_dNNN` a character by number, `_@` to `__` the control characters and the escape character
 * itself.
 */
function readEscapes(data: string, escape: string): { text: string; isGs1: boolean } {
  const isGs1 = data.startsWith(`${escape}1`);
  const rest = isGs1 ? data.slice(2) : data;
  const sign = escape.replace(/[\\^$.*+?()[\]{}|]/u, '\\$&');
  const text = rest.replaceAll(
    new RegExp(`${sign}(?:d(\\d{3})|([\\s\\S]))`, 'gu'),
    (all, number: string | undefined, letter: string | undefined) => {
      if (number !== undefined) return String.fromCharCode(Number(number) & 0xff);
      if (letter === '1') return FNC1;
      if (letter === escape) return escape;
      return letter !== undefined && letter >= '@' && letter <= '_' ? String.fromCharCode(letter.charCodeAt(0) - 0x40) : all;
    },
  );
  return { text, isGs1 };
}

/** The default module size in dots, by the printer's density. */
const QR_MODULES = { 6: 1, 8: 2, 12: 3, 24: 6 } as const;

function makeQrCode(data: string, context: CodeContext): MadeObject {
  const { parameters, placeholders, warnings, density } = context;
  const module = parameters.number(2, { silent: QR_MODULES[density], least: 1, most: 100 });
  const silent = parameters.letter(3, ['H', 'Q', 'M', 'L'], 'Q');
  const { text, level, unread } = readQrData(data);
  if (unread !== '') warnings.add('codeForm', parameters.command, { text: `QR ${unread}`, reason: 'QR' });
  const object = { type: 'QRCode', ...NOWHERE, text: placeholders.dynamicText(text), eccLevel: level ?? silent } as const;
  const made = matrix(object, { context, module, quietZone: QR_CODE_QUIET_ZONE });
  // The printer never rotates it.
  return { ...made, orientation: 'N' };
}

/** Added to the number of layers of compact and full symbols. */
const COMPACT = 100;
const FULL = 200;

function makeAztec(data: string, context: CodeContext): MadeObject {
  const { parameters, placeholders, density } = context;
  const module = parameters.number(1, { silent: QR_MODULES[density], least: 1, most: 100 });
  const kind = parameters.number(3, { silent: 0, least: 0, most: 300 });
  const size = kind < FULL ? AZTEC_COMPACT_SIZES[kind - COMPACT - 1] : AZTEC_FULL_SIZES[kind - FULL - FIRST_FULL_LAYERS];
  const object = {
    type: 'Aztec',
    ...NOWHERE,
    text: placeholders.dynamicText(data),
    ...(size !== undefined && { size }),
    ...(kind >= 5 && kind <= 95 && { eccPercent: kind }),
  } as const;
  return matrix(object, { context, module, quietZone: 0 });
}

function makePdf417(data: string, context: CodeContext): MadeObject {
  const { parameters, placeholders, warnings, bars } = context;
  const rowHeight = Math.round(parameters.dots(1, 3 * bars.module, 1) / bars.module);
  const columns = parameters.number(3, { silent: 0, least: 0, most: 30 });
  const rows = parameters.number(4, { silent: 0, least: 0, most: 90 });
  if (parameters.isYes(5)) warnings.add('codeForm', parameters.command, { text: 'truncated PDF417', reason: 'PDF417' });
  const text = data.replaceAll(/\\([&\\])/gu, (_, sign: string) => (sign === '&' ? '\r\n' : '\\'));
  const object = {
    type: 'PDF417',
    ...NOWHERE,
    text: placeholders.dynamicText(text),
    rowHeight: Math.min(20, Math.max(2, rowHeight)),
    eccLevel: parameters.number(2, { silent: 0, least: 0, most: 8 }),
    ...(columns > 0 && { columns }),
    ...(rows > 2 && { rows }),
  } as const;
  return matrix(object, { context, module: bars.module, quietZone: PDF417_QUIET_ZONE });
}
