import type { Gs1AppsBarcode } from '#contract/api-v3/label-barcodes.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { FieldError } from '#contract/problem.ts';
import { completeSscc, gs1Fault, isGs1Identifier } from './barcodes/gs1-elements.ts';
import type { CarriedIdentifiers } from './barcodes/gs1-pairs.ts';
import { parseColor } from './color.ts';
import { DynamicTextError, literalText } from './dynamic-text/dynamic-text.ts';
import { parseDynamicText } from './dynamic-text/parse-dynamic-text.ts';
import { textFaults } from './dynamic-text/text-faults.ts';
import { gs1Elements, hasGs1Apps } from './gs1-apps.ts';
import { carriedIdentifiers } from './gs1-carried.ts';
import { LabelFault } from './label-fault.ts';
import { locateObjects } from './label-objects.ts';
import type { DrawnObject } from './label-objects.ts';
import { LabelPictures } from './pictures/label-pictures.ts';
import { visitLabelTexts } from './label-texts.ts';
import { ObjectTexts, resolveStatic } from './objects/object-texts.ts';
import { checkStyles } from './objects/styled-text.ts';
import { identifierFaults, prepareSymbol } from './objects/symbol-objects.ts';

/** From so many faults on, each text tells its first one only: the answer would else be many times as long as the label. */
const MANY_FAULTS = 1_000;

/**
 * What is wrong with a label whatever its values are: codes that cannot be parsed, colours that are none, data that do not fit into their
 * barcode. One error per fault, its pointer into the label. What an object needs beside it is not asked for of a label that is not whole.
 */
export function checkLabel(label: Label, { isWhole = true } = {}): FieldError[] {
  const errors: FieldError[] = [];
  visitLabelTexts(label, (source, pointer) => {
    for (const detail of faultsOfText(source, pointer, errors.length < MANY_FAULTS)) errors.push({ pointer, detail });
  });
  const told = new Set(errors.map(({ pointer }) => pointer));
  const pictures = new LabelPictures();
  const carried = isWhole ? carriedIdentifiers(label) : undefined;
  for (const { pointer, object } of locateObjects(label)) {
    const faults = hasGs1Apps(object) ? gs1Faults(object, carried) : [];
    const ownFault = faults.length === 0 ? findObjectFault(object, carried) : undefined;
    if (ownFault) faults.push(ownFault);
    const pictureFault = object.type === 'StaticBitmap' ? faultOf(() => pictures.decode(object.bitmap)) : undefined;
    if (pictureFault) faults.push(pictureFault);
    for (const { path, message } of faults) {
      if (!told.has(pointer + path)) errors.push({ pointer: pointer + path, detail: message });
      told.add(pointer + path);
    }
  }
  return errors;
}

function faultsOfText(source: string, pointer: string, areAllTold: boolean): string[] {
  const literal = parsedLiteral(source);
  if (literal instanceof DynamicTextError) return (areAllTold ? textFaults(source) : [literal]).map(({ message }) => message);
  if (literal === undefined || !/color$/iu.test(pointer) || parseColor(literal)) return [];
  return [`"${literal}" is not a colour; write a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)`];
}

/** All faults of the element strings that are known already, where encoding would stop at the first. */
function gs1Faults(object: Gs1AppsBarcode, carried: CarriedIdentifiers): LabelFault[] {
  const faults = identifierFaults(object, carried);
  for (const { id, value, valuePath } of gs1Elements(object)) {
    const literal = parsedLiteral(value);
    const fault = typeof literal === 'string' && isGs1Identifier(id) ? gs1Fault(completeSscc({ id, value: literal })) : undefined;
    if (fault) faults.push(new LabelFault(valuePath, fault));
  }
  return faults;
}

/** Reads the styles of a text, and encodes a barcode whose data never change. */
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

/** The text when it holds no codes, undefined when it does, the error when it cannot be parsed. */
function parsedLiteral(source: string): string | undefined | DynamicTextError {
  try {
    return literalText(parseDynamicText(source));
  } catch (error) {
    if (error instanceof DynamicTextError) return error;
    throw error;
  }
}
