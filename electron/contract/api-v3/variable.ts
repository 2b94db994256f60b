import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { promptFault, promptSchema } from './prompt.ts';
import { textSchema } from './text.ts';

/** Body of a variable. PUT replaces all attributes: omitted ones return to their defaults. */
export const variableSchema = z
  .strictObject({
    value: textSchema.max(100_000).default(''),
    /** Shown to people instead of the name. */
    description: textSchema.max(10_000).default(''),
    /** Whether operators can change the variable when they select a label that contains it. */
    userEdit: z.boolean().default(false),
    /** Whether it is listed before the other variables in prompts. */
    pinned: z.boolean().default(false),
    /** Rules for its value; absent for any text (extension). */
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

/** A variable that a label asks operators for (extension). */
export const labelPromptSchema = z.object({
  name: z.string(),
  description: z.string(),
  value: z.string(),
  pinned: z.boolean(),
  prompt: promptSchema.optional(),
});
export type LabelPrompt = z.infer<typeof labelPromptSchema>;

/** Query of the prompts of a label: for a selection on this printer, which takes the newest approved version where only approved labels print. */
export const labelPromptsQuerySchema = z.strictObject({ printer: z.string().optional() });
