import { parsePrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printValuesSchema } from '#rendering/dynamic-text/print-values-schema.ts';
import { readStored, type StoredThing } from './stored-json.ts';

/** Parses the values of a print. Throws `content-unusable`. */
export function readPrintValues(text: string, thing: StoredThing): PrintValues {
  readStored(printValuesSchema, text, thing);
  return parsePrintValues(text);
}
