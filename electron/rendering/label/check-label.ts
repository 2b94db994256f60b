import type { Gs1AppsBarcode } from '#contract/api-v3/label-barcodes.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { FieldError } from '#contract/problem.ts';
import { completeSscc, gs1Fault, isGs1Identifier } from '../barcodes/gs1/gs1-elements.ts';
import type { CarriedIdentifiers } from '../barcodes/gs1/associations.ts';
import { parseColor } from '../raster/color.ts';
import { DynamicTextError, literalText } from '../dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import { textFaults } from '../dynamic-text/text-faults.ts';
import { gs1Elements, hasGs1Apps } from '../document/gs1-apps.ts';
import { carriedIdentifiers } from './carried-identifiers.ts';
import { LabelFault } from '../document/label-fault.ts';
import { locateObjects } from '../document/locate-objects.ts';
import type { DrawnObject } from '../document/locate-objects.ts';
import { LabelPictures } from '../pictures/label-pictures.ts';
import { visitLabelTexts } from './label-texts.ts';
import { ObjectTexts, resolveStatic } from '../objects/object-texts.ts';
import { checkStyles } from '../objects/styled-text.ts';
import { identifierFaults, prepareSymbol } from '../objects/symbol-objects.ts';

/** From this number of faults on, only the first fault of each text is reported, to limit the size of the response. */
const MANY_FAULTS = 1_000;

/**
 * Faults of a label that do not depend on values: unparsable dynamic text, invalid colours, data that do not fit into their barcode. One
 * error per fault with its pointer into the label. With `isWhole` false, required identifiers may be missing.
 */
export function checkLabel(label: Label, { isWhole = true } = {}): FieldError[] {
  const errors: FieldError[] = [];
  visitLabelTexts(label, (source, pointer) => {
    for (const detail of faultsOfText(source, pointer, errors.length < MANY_FAULTS)) errors.push({ pointer, detail });
  });
  const reported = new Set(errors.map(({ pointer }) => pointer));
  const pictures = new LabelPictures();
  const carried = isWhole ? carriedIdentifiers(label) : undefined;
  for (const { pointer, object } of locateObjects(label)) {
    const faults = hasGs1Apps(object) ? gs1Faults(object, carried) : [];
    const ownFault = faults.length === 0 ? findObjectFault(object, carried) : undefined;
    if (ownFault) faults.push(ownFault);
    const pictureFault = object.type === 'StaticBitmap' ? faultOf(() => pictures.decode(object.bitmap)) : undefined;
    if (pictureFault) faults.push(pictureFault);
    for (const { path, message } of faults) {
      if (!reported.has(pointer + path)) errors.push({ pointer: pointer + path, detail: message });
      reported.add(pointer + path);
    }
  }
  return errors;
}

function faultsOfText(source: string, pointer: string, areAllReported: boolean): string[] {
  const literal = parsedLiteral(source);
  if (literal instanceof DynamicTextError) return (areAllReported ? textFaults(source) : [literal]).map(({ message }) => message);
  if (literal === undefined || !/color$/iu.test(pointer) || parseColor(literal)) return [];
  return [`"${literal}" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)`];
}

/** All faults of the literal element strings; encoding would stop at the first one. */
function gs1Faults(object: Gs1AppsBarcode, carried: CarriedIdentifiers): LabelFault[] {
  const faults = identifierFaults(object, carried);
  for (const { id, value, valuePath } of gs1Elements(object)) {
    const literal = parsedLiteral(value);
    const fault = typeof literal === 'string' && isGs1Identifier(id) ? gs1Fault(completeSscc({ id, value: literal })) : undefined;
    if (fault) faults.push(new LabelFault(valuePath, fault));
  }
  return faults;
}

/** Parses the styles of a text, and encodes a barcode with constant data. */
function findObjectFault(object: DrawnObject, carried: CarriedIdentifiers): LabelFault | undefined {
  const texts = new ObjectTexts();
  return faultOf(() => {
    checkStyles(object);
    const make = prepareSymbol(object, { texts, carried });
    if (make && texts.isStatic) make(resolveStatic);
  });
}

function faultOf(work: () => unknown): LabelFault | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof LabelFault) return error;
    throw error;
  }
}

/** The text if it contains no fields, undefined if it does, the error if it cannot be parsed. */
function parsedLiteral(source: string): string | undefined | DynamicTextError {
  try {
    return literalText(parseDynamicText(source));
  } catch (error) {
    if (error instanceof DynamicTextError) return error;
    throw error;
  }
}
