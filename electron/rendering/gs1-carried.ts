import type { Label } from '#contract/api-v3/label.ts';
import type { CarriedIdentifiers } from './barcodes/gs1-pairs.ts';
import { gs1PlainIdentifiers } from './barcodes/gs1-text.ts';
import { literalText } from './dynamic-text/dynamic-text.ts';
import { tryParseDynamicText } from './dynamic-text/parse-dynamic-text.ts';
import { gs1Elements, hasGs1Apps } from './gs1-apps.ts';
import { locateObjects } from './label-objects.ts';
import type { DrawnObject } from './label-objects.ts';

/** Codes that carry a GTIN without saying so: to the rules of pairs it is (01). */
const GTIN_TYPES = new Set(['EAN-8', 'EAN-13', 'UPC-A', 'UPC-E', 'ITF-14', 'GS1-DataBar']);

/** The application identifiers of all codes of a label; undefined when a text among several codes brings its own with every print. */
export function carriedIdentifiers(label: Label): CarriedIdentifiers {
  const codes = locateObjects(label).flatMap(({ object }) => codeIdentifiers(object));
  const known = codes.filter((ids) => ids !== 'unknown');
  return known.length < codes.length && codes.length > 1 ? undefined : new Set(known.flat());
}

/** The identifiers of an object in a list of one; an empty list when it carries none. */
function codeIdentifiers(object: DrawnObject): (string[] | 'unknown')[] {
  if (hasGs1Apps(object)) return [gs1Elements(object).map(({ id }) => id)];
  if (GTIN_TYPES.has(object.type)) return [['01']];
  if (object.type !== 'GS1-128-Plain' && object.type !== 'GS1-DataMatrix-Plain' && object.type !== 'GS1-QRCode-Plain') return [];
  const parsed = tryParseDynamicText(object.text);
  const text = parsed && literalText(parsed);
  return [text === undefined ? 'unknown' : gs1PlainIdentifiers(text)];
}
