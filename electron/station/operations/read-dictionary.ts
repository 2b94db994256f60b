import { z } from 'zod';
import { documentSchema } from '#contract/station/document.ts';

/** The names of a dictionary, each with those parts of its summary that have the expected shape: controllers may say less, or other things. */
export function readSummaries<Shape extends z.ZodRawShape>(
  dictionary: Record<string, unknown>,
  schema: z.ZodObject<Shape>,
): { name: string; summary: Partial<z.output<z.ZodObject<Shape>>> }[] {
  return Object.entries(dictionary).map(([name, value]) => {
    const known = Object.entries(schema.shape).flatMap(([key, field]) => {
      const parsed = z.safeParse(field, documentSchema.safeParse(value).data?.[key]);
      return parsed.success ? [[key, parsed.data] as const] : [];
    });
    return { name, summary: Object.fromEntries(known) as Partial<z.output<z.ZodObject<Shape>>> };
  });
}
