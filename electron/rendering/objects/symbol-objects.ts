import type { Code128Object, Ean13Object, Gs1DataMatrixObject, QrCodeObject } from '#contract/api-v3/label-barcodes.ts';
import { encodeCode128 } from '../barcodes/code128.ts';
import { encodeEan13 } from '../barcodes/ean13.ts';
import { encodeGs1DataMatrix } from '../barcodes/gs1-data-matrix.ts';
import { gs1Fault, isGs1Identifier } from '../barcodes/gs1-elements.ts';
import { encodeQrCode } from '../barcodes/qr-code.ts';
import { SymbolError } from '../barcodes/symbols.ts';
import type { LinearSymbol, MatrixSymbol } from '../barcodes/symbols.ts';
import { gs1Elements } from '../gs1-apps.ts';
import { LabelFault } from '../label-fault.ts';
import type { DrawnObject } from '../label-objects.ts';
import type { ObjectTexts, Resolve } from './object-texts.ts';

/** Encodes the object with the texts of one print. Throws a `LabelFault`. */
export type MakeSymbol<Symbol> = (resolve: Resolve) => Symbol;

export function prepareEan13Symbol(object: Ean13Object, texts: ObjectTexts): MakeSymbol<LinearSymbol> {
  const text = texts.prepare(object.text, '/text');
  return (resolve) => locateFault('/text', () => encodeEan13(resolve(text)));
}

export function prepareCode128Symbol(object: Code128Object, texts: ObjectTexts): MakeSymbol<LinearSymbol> {
  const text = texts.prepare(object.text, '/text');
  return (resolve) => locateFault('/text', () => encodeCode128(resolve(text), object.encoding ?? 'AUTO'));
}

export function prepareQrCodeSymbol(object: QrCodeObject, texts: ObjectTexts): MakeSymbol<MatrixSymbol> {
  const text = texts.prepare(object.text, '/text');
  const shape = { size: object.size, eccLevel: object.eccLevel ?? 'L' } as const;
  return (resolve) => locateFault('/text', () => encodeQrCode(resolve(text), shape));
}

/** Every identifier must exist and come once; every value is checked by the rules of its identifier. */
export function prepareGs1DataMatrixSymbol(object: Gs1DataMatrixObject, texts: ObjectTexts): MakeSymbol<MatrixSymbol> {
  const elements = gs1Elements(object).map(({ id, idPath, value, valuePath }) => ({
    id,
    idPath,
    value: texts.prepare(value, valuePath),
  }));
  for (const [index, { id, idPath }] of elements.entries()) {
    if (!isGs1Identifier(id)) throw new LabelFault(idPath, `There is no application identifier (${id})`);
    if (elements.findIndex((element) => element.id === id) < index)
      throw new LabelFault(idPath, `The application identifier (${id}) comes twice`);
  }
  const shape = { size: object.size, isRectangular: object.rectangular ?? false };
  return (resolve) => {
    const data = elements.map(({ id, value }) => {
      const element = { id, value: resolve(value) };
      const fault = gs1Fault(element);
      if (fault) throw new LabelFault(value.path, fault);
      return element;
    });
    return locateFault('/apps', () => encodeGs1DataMatrix(data, shape));
  };
}

function locateFault<Result>(path: string, encode: () => Result): Result {
  try {
    return encode();
  } catch (error) {
    if (error instanceof SymbolError) throw new LabelFault(path, error.message, { cause: error });
    throw error;
  }
}

/** The symbol of a barcode of any kind; undefined for an object that is none. */
export function prepareSymbol(object: DrawnObject, texts: ObjectTexts): MakeSymbol<LinearSymbol | MatrixSymbol> | undefined {
  switch (object.type) {
    case 'EAN-13':
      return prepareEan13Symbol(object, texts);
    case 'Code128':
      return prepareCode128Symbol(object, texts);
    case 'GS1-DataMatrix':
      return prepareGs1DataMatrixSymbol(object, texts);
    case 'QRCode':
      return prepareQrCodeSymbol(object, texts);
    default:
      return undefined;
  }
}
