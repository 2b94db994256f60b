import { z } from 'zod';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import documents from './templates.json';

/** A label to begin with, and what it needs beside it to print: each is made with it where it is missing. */
const templateSchema = z.object({
  label: labelSchema,
  variables: z.record(z.string(), variableSchema).default({}),
  counters: z.record(z.string(), counterSchema).default({}),
  shiftCodes: z.record(z.string(), shiftCodeSchema).default({}),
  /** Any table that has its columns will do. */
  table: z.object({ name: z.string(), content: tableSchema }).optional(),
});

/** What its name and its purpose are translated by. */
export type TemplateId = keyof typeof documents;
export type LabelTemplate = z.infer<typeof templateSchema> & { id: TemplateId };

/** In the order in which people are offered them. */
export const TEMPLATES: readonly LabelTemplate[] = (Object.keys(documents) as TemplateId[]).map((id) => ({
  id,
  ...templateSchema.parse(documents[id]),
}));
