import { z } from 'zod';
import { textSchema } from './text.ts';

/** A test of a label (extension): the texts that its objects must show in a print made at a given moment with given values. */
export const labelTestSchema = z.looseObject({
  /** A description for people. */
  name: z.string().max(255).optional(),
  /** When the print is made, ISO 8601. */
  at: z.iso.datetime({ offset: true, error: 'must be a date and time in ISO 8601, such as 2026-11-30T12:00:00Z' }),
  /** Cells of the row by column. */
  row: z.record(z.string(), textSchema).optional(),
  /** Values that replace those of variables and counters. */
  variables: z.record(z.string(), textSchema).optional(),
  counters: z.record(z.string(), z.number().int('must be a whole number')).optional(),
  /** The expected text of an object, by its name or JSON pointer; null = the object is not drawn. The text of a barcode is its content. */
  expect: z
    .record(z.string(), z.string().nullable())
    .refine((expected) => Object.keys(expected).length > 0, 'must name the expected text of at least one object'),
});
export type LabelTest = z.infer<typeof labelTestSchema>;
