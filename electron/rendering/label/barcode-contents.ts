import { LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES, type Barcode } from '#contract/api-v3/label-barcodes.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { completeDigits } from '../barcodes/encoding/check-digit.ts';
import { SymbolError } from '../barcodes/encoding/symbols.ts';
import { completeSscc, type ElementString } from '../barcodes/gs1/gs1-elements.ts';
import { gs1Interpretation, readGs1 } from '../barcodes/gs1/gs1-text.ts';
import { gs1Elements, hasGs1Apps } from '../document/gs1-apps.ts';
import { isShown, locateObjects, type DrawnObject, type LocatedObject } from '../document/locate-objects.ts';
import { DynamicTextError } from '../dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { resolveText } from '../dynamic-text/resolve-text.ts';

/** What a reader finds in a printed barcode: GS1 element strings, a number with a check digit at its end, or any other text. */
export type BarcodeContent =
  | { kind: 'elements'; elements: readonly ElementString[] }
  | { kind: 'number'; text: string }
  | { kind: 'text'; text: string };

const BARCODE_TYPES: ReadonlySet<string> = new Set([...LINEAR_BARCODE_TYPES, ...MATRIX_BARCODE_TYPES]);

/** The digits of the codes whose last digit is a check digit that the encoder may add. */
const NUMBER_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['EAN-13', 13],
  ['EAN-8', 8],
  ['UPC-A', 12],
  ['ITF-14', 14],
]);

/**
 * The content of the printed barcode with this name or JSON pointer; without one, of the first that is shown. Undefined if the label has none,
 * or if its content cannot be resolved.
 */
export function barcodeContent(label: Label, values: PrintValues, which?: string): BarcodeContent | undefined {
  for (const { pointer, object, conditions } of locateObjects(label)) {
    if (!isBarcode(object) || (which !== undefined && which !== pointer && which !== object.name)) continue;
    const content = attempt(() => (isVisible(conditions, values) ? contentOf(object, values) : undefined));
    if (content) return content;
  }
  return undefined;
}

/** The content as people read it: GS1 identifiers in parentheses. */
export function barcodeText(content: BarcodeContent): string {
  return content.kind === 'elements' ? gs1Interpretation(content.elements) : content.text;
}

function isBarcode(object: DrawnObject): object is Barcode {
  return BARCODE_TYPES.has(object.type);
}

function isVisible(conditions: LocatedObject['conditions'], values: PrintValues): boolean {
  return conditions.every(({ visible }) => isShown(resolved(visible, values)));
}

function contentOf(object: Barcode, values: PrintValues): BarcodeContent | undefined {
  if (hasGs1Apps(object)) {
    const elements = gs1Elements(object).map(({ id, value }) => completeSscc({ id, value: resolved(value, values) }));
    return { kind: 'elements', elements };
  }
  if (!('text' in object) || typeof object.text !== 'string') return undefined;
  const text = resolved(object.text, values);
  if (object.type.endsWith('-Plain')) {
    const elements = readGs1(text);
    return elements && { kind: 'elements', elements };
  }
  // A GS1 DataBar of a GTIN is transmitted as the element string (01).
  if (object.type === 'GS1-DataBar') return { kind: 'elements', elements: [{ id: '01', value: completeDigits(text, 'GTIN', 14) }] };
  const length = NUMBER_LENGTHS.get(object.type);
  return length === undefined ? { kind: 'text', text } : { kind: 'number', text: completeDigits(text, object.type, length) };
}

function resolved(text: string, values: PrintValues): string {
  return resolveText(parseDynamicText(text), values);
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DynamicTextError || error instanceof SymbolError) return undefined;
    throw error;
  }
}
