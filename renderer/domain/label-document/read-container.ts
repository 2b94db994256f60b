import type { z } from 'zod';
import { fieldErrors } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem.ts';

/** The keys of a label or group other than its objects, and the faults of those that cannot be read. */
export interface ReadContainer<Frame> {
  data: Frame;
  faults: readonly FieldError[];
}

/**
 * Reads a label or group without its objects. An invalid key is reported and replaced by its value in `bare`; other keys are not affected.
 */
export function readContainer<Frame extends object>(
  schema: z.ZodType<Frame>,
  holder: Readonly<Record<string, unknown>>,
  bare: Frame,
): ReadContainer<Frame> {
  const { success, data, error } = schema.safeParse(holder);
  if (success) return { data, faults: [] };
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  const good = Object.entries(holder).filter(([key]) => !wrong.has(key));
  return { data: schema.safeParse({ ...bare, ...Object.fromEntries(good) }).data ?? bare, faults: fieldErrors(error) };
}
