import type { Label } from '#contract/api-v3/label.ts';
import type { CarriedIdentifiers } from '../barcodes/gs1/associations.ts';
import { gs1PlainIdentifiers } from '../barcodes/gs1/gs1-text.ts';
import { literalText } from '../dynamic-text/dynamic-text.ts';
import { tryParseDynamicText } from '../dynamic-text/parse-dynamic-text.ts';
import { gs1Elements, hasGs1Apps } from '../document/gs1-apps.ts';
import { locateObjects } from '../document/locate-objects.ts';
import type { DrawnObject } from '../document/locate-objects.ts';

/** Codes that imply a GTIN, which the association rules treat as (01). */
const GTIN_TYPES = new Set(['EAN-8', 'EAN-13', 'UPC-A', 'UPC-E', 'ITF-14', 'GS1-DataBar']);

/** The application identifiers of all codes of a label; undefined if a text among several codes provides its own in each print. */
export function carriedIdentifiers(label: Label): CarriedIdentifiers {
  const codes = locateObjects(label).flatMap(({ object }) => codeIdentifiers(object));
  const constant = codes.filter((ids) => ids !== 'unknown');
  return constant.length < codes.length && codes.length > 1 ? undefined : new Set(constant.flat());
}

/** The identifiers of an object as a list of one; an empty list if it has none. */
function codeIdentifiers(object: DrawnObject): (string[] | 'unknown')[] {
  if (hasGs1Apps(object)) return [gs1Elements(object).map(({ id }) => id)];
  if (GTIN_TYPES.has(object.type)) return [['01']];
  if (object.type !== 'GS1-128-Plain' && object.type !== 'GS1-DataMatrix-Plain' && object.type !== 'GS1-QRCode-Plain') return [];
  const parsed = tryParseDynamicText(object.text);
  const text = parsed && literalText(parsed);
  return [text === undefined ? 'unknown' : gs1PlainIdentifiers(text)];
}
