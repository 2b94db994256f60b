import { LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES } from '#contract/api-v3/label-barcodes.ts';
import type { Gs1AppsBarcode, LinearBarcode, MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import { encodeAztec } from '../barcodes/aztec.ts';
import { encodeCode128, encodeGs1Code128 } from '../barcodes/code128.ts';
import { encodeCode93 } from '../barcodes/code93.ts';
import { encodeDataBar, encodeDataBarExpanded } from '../barcodes/data-bar.ts';
import { encodeDataMatrix, encodeGs1DataMatrix } from '../barcodes/data-matrix.ts';
import { digitalLink, digitalLinkFault, GS1_DOMAIN } from '../barcodes/gs1/digital-link.ts';
import { completeSscc, gs1Fault, isGs1Identifier } from '../barcodes/gs1/gs1-elements.ts';
import type { ElementString } from '../barcodes/gs1/gs1-elements.ts';
import { gs1AssociationFault } from '../barcodes/gs1/associations.ts';
import type { CarriedIdentifiers } from '../barcodes/gs1/associations.ts';
import type { PlainShape } from '../barcodes/gs1/gs1-text.ts';
import { gs1PlainText, gs1PlainInterpretation, gs1Text, gs1Interpretation } from '../barcodes/gs1/gs1-text.ts';
import { encodePdf417 } from '../barcodes/pdf417.ts';
import { encodeGs1QrCode, encodeQrCode } from '../barcodes/qr-code.ts';
import { encodeRetail, RETAIL_LAYOUTS } from '../barcodes/retail-codes.ts';
import type { RetailCode } from '../barcodes/retail-codes.ts';
import { SymbolError } from '../barcodes/encoding/symbols.ts';
import type { LinearSymbol, MatrixSymbol } from '../barcodes/encoding/symbols.ts';
import { encodeCode39, encodeItf, encodeItf14 } from '../barcodes/two-width-codes.ts';
import { gs1Elements } from '../document/gs1-apps.ts';
import type { LocatedElement } from '../document/gs1-apps.ts';
import { LabelFault } from '../document/label-fault.ts';
import type { DrawnObject } from '../document/locate-objects.ts';
import type { ObjectTexts, Resolve } from './object-texts.ts';

/** Encodes the object with the texts of one print. Throws a `LabelFault`. */
export type MakeSymbol<Symbol> = (resolve: Resolve) => Symbol;

/** What a symbol is prepared with. */
export interface SymbolContext {
  texts: ObjectTexts;
  /** Application identifiers of all codes of the label. */
  carried: CarriedIdentifiers;
}

const linearTypes: ReadonlySet<string> = new Set(LINEAR_BARCODE_TYPES);
const matrixTypes: ReadonlySet<string> = new Set(MATRIX_BARCODE_TYPES);

/** Whether the object is a linear barcode. */
export function isLinearBarcode(object: DrawnObject): object is LinearBarcode {
  return linearTypes.has(object.type);
}

/** Whether the object is a matrix code. */
export function isMatrixBarcode(object: DrawnObject): object is MatrixBarcode {
  return matrixTypes.has(object.type);
}

/** Prepares a linear barcode. Throws a `LabelFault` for faults that do not depend on values. */
export function prepareLinearSymbol(object: LinearBarcode, context: SymbolContext): MakeSymbol<LinearSymbol> {
  if (object.type === 'GS1-128')
    return prepareGs1Symbol(object, context, (data) => encodeGs1Code128(gs1Text(data), gs1Interpretation(data)));
  if (isExpanded(object)) return prepareGs1Symbol(object, context, (data) => encodeDataBarExpanded(data, rowSegments(object)));
  const text = context.texts.prepare(object.text, '/text');
  return (resolve) => locateFault('/text', () => encodeLinearText(object, resolve(text), context.carried));
}

/** Prepares a matrix code. Throws a `LabelFault` for faults that do not depend on values. */
export function prepareMatrixSymbol(object: MatrixBarcode, context: SymbolContext): MakeSymbol<MatrixSymbol> {
  if (object.type === 'GS1-DataMatrix') {
    return prepareGs1Symbol(object, context, (data) => encodeGs1DataMatrix(gs1Text(data), dataMatrixShape(object)));
  }
  if (object.type === 'GS1-QRCode') return prepareGs1Symbol(object, context, (data) => encodeGs1QrCode(gs1Text(data), qrCodeShape(object)));
  if (object.type === 'GS1-DigitalLink') {
    return prepareGs1Symbol(object, context, (data) => encodeQrCode(digitalLink(data, object.domain ?? GS1_DOMAIN), qrCodeShape(object)));
  }
  const text = context.texts.prepare(object.text, '/text');
  return (resolve) => locateFault('/text', () => encodeMatrixText(object, resolve(text), context.carried));
}

/** Prepares a barcode of either kind; undefined for any other object. */
export function prepareSymbol(object: DrawnObject, context: SymbolContext): MakeSymbol<LinearSymbol | MatrixSymbol> | undefined {
  if (isLinearBarcode(object)) return prepareLinearSymbol(object, context);
  return isMatrixBarcode(object) ? prepareMatrixSymbol(object, context) : undefined;
}

/** Whether the object is a point-of-sale code. */
export function isRetail<Object extends LinearBarcode>(object: Object): object is Extract<Object, { type: RetailCode }> {
  return Object.hasOwn(RETAIL_LAYOUTS, object.type);
}

function encodeLinearText(object: Exclude<LinearBarcode, Gs1AppsBarcode>, text: string, carried: CarriedIdentifiers): LinearSymbol {
  if (isRetail(object)) return encodeRetail(object.type, text);
  switch (object.type) {
    case 'Code128':
      return encodeCode128(text, object.encoding ?? 'AUTO');
    case 'GS1-128-Plain':
      return encodeGs1Code128(gs1PlainText(text, plainShape(object, carried)), gs1PlainInterpretation(text));
    case 'ITF':
      return encodeItf(text);
    case 'ITF-14':
      return encodeItf14(text);
    case 'Code39':
      return encodeCode39(text, object.checkDigit ?? false);
    case 'Code93':
      return encodeCode93(text);
    case 'GS1-DataBar':
      return encodeDataBar(text, object.variant);
  }
}

type ExpandedDataBar = Extract<LinearBarcode, { type: 'GS1-DataBar'; apps: unknown }>;

/** Default segments per row, suitable for point-of-sale readers. */
const DEFAULT_SEGMENTS = 4;

function isExpanded(object: LinearBarcode): object is ExpandedDataBar {
  return object.type === 'GS1-DataBar' && (object.variant === 'EXPANDED' || object.variant === 'EXPANDED_STACKED');
}

function rowSegments({ variant, segments }: ExpandedDataBar): number | undefined {
  return variant === 'EXPANDED' ? undefined : (segments ?? DEFAULT_SEGMENTS);
}

function encodeMatrixText(object: Exclude<MatrixBarcode, Gs1AppsBarcode>, text: string, carried: CarriedIdentifiers): MatrixSymbol {
  switch (object.type) {
    case 'DataMatrix':
      return encodeDataMatrix(text, dataMatrixShape(object));
    case 'GS1-DataMatrix-Plain':
      return encodeGs1DataMatrix(gs1PlainText(text, plainShape(object, carried)), dataMatrixShape(object));
    case 'QRCode':
      return encodeQrCode(text, qrCodeShape(object));
    case 'GS1-QRCode-Plain':
      return encodeGs1QrCode(gs1PlainText(text, plainShape(object, carried)), qrCodeShape(object));
    case 'PDF417':
      return encodePdf417(text, { columns: object.columns, rows: object.rows, eccLevel: object.eccLevel });
    case 'Aztec':
      return encodeAztec(text, { size: object.size, eccPercent: object.eccPercent ?? DEFAULT_AZTEC_ECC });
  }
}

/** Recommended by ISO/IEC 24778. */
const DEFAULT_AZTEC_ECC = 23;

type DataMatrixKind = Extract<MatrixBarcode, { type: 'DataMatrix' | 'GS1-DataMatrix' | 'GS1-DataMatrix-Plain' }>;
type QrCodeKind = Extract<MatrixBarcode, { type: 'QRCode' | 'GS1-QRCode' | 'GS1-QRCode-Plain' | 'GS1-DigitalLink' }>;

function dataMatrixShape({ size, rectangular }: DataMatrixKind): Parameters<typeof encodeDataMatrix>[1] {
  return { size, isRectangular: rectangular ?? false };
}

function qrCodeShape({ size, eccLevel }: QrCodeKind): Parameters<typeof encodeQrCode>[1] {
  return { size, eccLevel: eccLevel ?? 'L' };
}

/** Faults of a code's identifiers that do not depend on values: each must exist, occur once and have its required associations. */
export function identifierFaults(object: Gs1AppsBarcode, carried: CarriedIdentifiers): LabelFault[] {
  const elements = gs1Elements(object);
  const ids = elements.map(({ id }) => id);
  const faults = elements.flatMap(({ id, idPath }, index) => {
    const fault = identifierFault(id, ids.indexOf(id) < index) ?? gs1AssociationFault(id, ids, carried);
    return fault === undefined ? [] : [new LabelFault(idPath, fault)];
  });
  return faults.length === 0 && object.type === 'GS1-DigitalLink' ? linkFaults(elements) : faults;
}

function linkFaults(elements: readonly LocatedElement[]): LabelFault[] {
  const fault = digitalLinkFault(elements.map(({ id }) => id));
  return fault ? [new LabelFault(elements.find(({ id }) => id === fault.id)?.idPath ?? '/apps', fault.message)] : [];
}

function identifierFault(id: string, isRepeated: boolean): string | undefined {
  if (!isGs1Identifier(id)) return `There is no application identifier (${id})`;
  return isRepeated ? `The application identifier (${id}) occurs twice` : undefined;
}

function plainShape({ optimize }: { optimize?: boolean | undefined }, carried: CarriedIdentifiers): PlainShape {
  return { isOptimized: optimize ?? false, carried };
}

/** Checks that every identifier exists and occurs once, and every value against the rules of its identifier. */
function prepareGs1Symbol<Symbol>(
  object: Gs1AppsBarcode,
  { texts, carried }: SymbolContext,
  encode: (data: readonly ElementString[]) => Symbol,
): MakeSymbol<Symbol> {
  const elements = gs1Elements(object).map(({ id, value, valuePath }) => ({
    id,
    value: texts.prepare(value, valuePath),
  }));
  const [fault] = identifierFaults(object, carried);
  if (fault) throw fault;
  return (resolve) => {
    const data = elements.map(({ id, value }) => {
      const element = completeSscc({ id, value: resolve(value) });
      const fault = gs1Fault(element);
      if (fault) throw new LabelFault(value.path, fault);
      return element;
    });
    return locateFault('/apps', () => encode(data));
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
