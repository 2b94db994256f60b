import { z } from 'zod';
import { documentSchema } from '#contract/station/document.ts';

/** The items of a dictionary, each with the fields of its summary that match the schema. Other controllers may have fewer or other fields. */
export function readSummaries<Shape extends z.ZodRawShape>(
  dictionary: Record<string, unknown>,
  schema: z.ZodObject<Shape>,
): { name: string; summary: Partial<z.output<z.ZodObject<Shape>>> }[] {
  return Object.entries(dictionary).map(([name, value]) => {
    const valid = Object.entries(schema.shape).flatMap(([key, field]) => {
      const parsed = z.safeParse(field, documentSchema.safeParse(value).data?.[key]);
      return parsed.success ? [[key, parsed.data] as const] : [];
    });
    return { name, summary: Object.fromEntries(valid) as Partial<z.output<z.ZodObject<Shape>>> };
  });
}
