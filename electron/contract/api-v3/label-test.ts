import { z } from 'zod';
import { textSchema } from './text.ts';

/** What is said of a print that is made at a moment with these values: which texts objects show (extension). */
export const labelTestSchema = z.looseObject({
  /** What it is about, for people. */
  name: z.string().max(255).optional(),
  /** When the print is made, ISO 8601. */
  at: z.iso.datetime({ offset: true, error: 'must be a moment as ISO 8601 writes it, such as 2026-11-30T12:00:00Z' }),
  /** Cells of the row by column. */
  row: z.record(z.string(), textSchema).optional(),
  /** Values in place of those that variables and counters have. */
  variables: z.record(z.string(), textSchema).optional(),
  counters: z.record(z.string(), z.number().int('must be a whole number')).optional(),
  /** By an object's name, or its JSON pointer: what it shows; null = nothing. A code shows its content. */
  expect: z
    .record(z.string(), z.string().nullable())
    .refine((expected) => Object.keys(expected).length > 0, 'must say what an object shows'),
});
export type LabelTest = z.infer<typeof labelTestSchema>;
