import { z } from 'zod';
import { labelSchema } from './label.ts';

/** Extension: the label that a test print shows instead of the built-in picture, and the table row for its columns. */
export const testPrintSchema = z.strictObject({
  labelData: labelSchema,
  row: z.strictObject({ tableName: z.string(), keyColumn: z.string(), key: z.string() }).optional(),
});
export type TestPrint = z.infer<typeof testPrintSchema>;
