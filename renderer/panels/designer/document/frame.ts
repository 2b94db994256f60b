import type { z } from 'zod';
import { fieldErrors } from '#contract/parse-input.ts';
import type { FieldError } from '#contract/problem.ts';

/** What could be read of a label or a group but its objects, and what could not. */
export interface ReadFrame<Frame> {
  data: Frame;
  faults: readonly FieldError[];
}

/** Reads what holds objects. A key that cannot be understood is told and taken from what is bare; it throws no other away. */
export function readFrame<Frame extends object>(
  schema: z.ZodType<Frame>,
  holder: Readonly<Record<string, unknown>>,
  bare: Frame,
): ReadFrame<Frame> {
  const { success, data, error } = schema.safeParse(holder);
  if (success) return { data, faults: [] };
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  const good = Object.entries(holder).filter(([key]) => !wrong.has(key));
  return { data: schema.safeParse({ ...bare, ...Object.fromEntries(good) }).data ?? bare, faults: fieldErrors(error) };
}
