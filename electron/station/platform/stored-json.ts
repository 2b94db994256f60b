import type { z } from 'zod';

/** Parses stored JSON. Undefined when it is invalid or does not match the schema, as after a change of version; the stored text is not touched. */
export function parseStored<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
