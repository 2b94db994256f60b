import { z } from 'zod';
import { fallbackFontsSchema } from '#contract/api-v3/font.ts';
import { parsePrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { readStored, type StoredThing } from './stored-json.ts';

const entriesSchema = z.array(z.tuple([z.string(), z.unknown()]));

/** The stored form of the values of a print. */
export const printValuesSchema = z.looseObject({
  moment: z.looseObject({ epochMs: z.number(), timeZone: z.string() }),
  variables: entriesSchema,
  counters: z.array(z.tuple([z.string(), z.looseObject({ value: z.number() })])),
  shiftCodes: entriesSchema.optional(),
  row: entriesSchema.optional(),
  fallbackFonts: fallbackFontsSchema.optional(),
});

/** Parses the values of a print. Throws `content-unusable`. */
export function readPrintValues(text: string, thing: StoredThing): PrintValues {
  readStored(printValuesSchema, text, thing);
  return parsePrintValues(text);
}
