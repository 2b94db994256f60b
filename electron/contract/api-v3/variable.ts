import { z } from 'zod';
import { textSchema } from './text.ts';

/** Body of a variable. PUT replaces: what is left out falls back to its default. */
export const variableSchema = z.strictObject({
  value: textSchema.max(100_000).default(''),
  /** Shown to people instead of the name. */
  description: textSchema.max(10_000).default(''),
  /** Whether the variable can be changed when an operator selects a label that contains it. */
  userEdit: z.boolean().default(false),
});
export type Variable = z.infer<typeof variableSchema>;

/** An element of the variable list. */
export const variableListItemSchema = z.object({ name: z.string(), value: z.string() });
export type VariableListItem = z.infer<typeof variableListItemSchema>;
