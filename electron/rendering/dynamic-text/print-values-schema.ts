import { z } from 'zod';
import { fallbackFontsSchema } from '#contract/api-v3/font.ts';

const entriesSchema = z.array(z.tuple([z.string(), z.unknown()]));

/** The JSON of the values of a print, as `stringifyPrintValues` writes it. */
export const printValuesSchema = z.looseObject({
  moment: z.looseObject({ epochMs: z.number(), timeZone: z.string() }),
  variables: entriesSchema,
  counters: z.array(z.tuple([z.string(), z.looseObject({ value: z.number() })])),
  shiftCodes: entriesSchema.optional(),
  row: entriesSchema.optional(),
  fallbackFonts: fallbackFontsSchema.optional(),
});
