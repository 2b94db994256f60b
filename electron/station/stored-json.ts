import type { z } from 'zod';

/** Reads stored JSON; undefined where this version cannot use it. What is stored stays, until something is stored in its place. */
export function tryStored<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
