import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { promptFault, promptSchema } from './prompt.ts';
import { textSchema } from './text.ts';

/** Body of a variable. PUT replaces: what is left out falls back to its default. */
export const variableSchema = z
  .strictObject({
    value: textSchema.max(100_000).default(''),
    /** Shown to people instead of the name. */
    description: textSchema.max(10_000).default(''),
    /** Whether the variable can be changed when an operator selects a label that contains it. */
    userEdit: z.boolean().default(false),
    /** Whether it stands before the others where operators are asked. */
    pinned: z.boolean().default(false),
    /** What its value may be; left out for any text (extension). */
    prompt: promptSchema.optional().meta(EXTENSION),
  })
  .superRefine(({ value, prompt }, context) => {
    const fault = prompt && promptFault(prompt, value);
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['value'], message: fault });
  });
export type Variable = z.infer<typeof variableSchema>;

/** An element of the variable list. */
export const variableListItemSchema = z.object({ name: z.string(), value: z.string() });
export type VariableListItem = z.infer<typeof variableListItemSchema>;

/** An element of what a label asks an operator for (extension). */
export const labelPromptSchema = z.object({
  name: z.string(),
  description: z.string(),
  value: z.string(),
  pinned: z.boolean(),
  prompt: promptSchema.optional(),
});
export type LabelPrompt = z.infer<typeof labelPromptSchema>;
