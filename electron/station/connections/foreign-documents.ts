import { z } from 'zod';
import { labelSchema } from '#contract/api-v3/label.ts';
import { variableSchema, type Variable } from '#contract/api-v3/variable.ts';
import { documentSchema } from '#contract/station/document.ts';

/** A label of Strobe, or any JSON object: another controller's labels may have any format. */
export const anyLabelSchema = z.union([labelSchema, documentSchema]);

/** A variable of any controller. Fields beyond the contract are dropped. */
export const anyVariableSchema = z.object(variableSchema.shape);

/** The body of a PUT to another controller: the edited variable, plus the fields beyond the contract that the controller has now. */
export function withForeignFields({ pinned, ...specified }: Variable, current: Record<string, unknown>): Record<string, unknown> {
  // The specification has no `pinned`: false is sent only to a controller that has the field.
  return { ...current, ...specified, ...(pinned || 'pinned' in current ? { pinned } : {}) };
}
