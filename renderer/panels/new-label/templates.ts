import { z } from 'zod';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { tableSchema } from '#contract/api-v3/table.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import documents from './templates.json';

/** A template of a label with the resources that it needs to print; missing ones are created with it. */
const templateSchema = z.object({
  label: labelSchema,
  /** ISO 15924 code of a script that the fonts of Strobe do not cover: the controller needs a fallback font for it. */
  script: z.string().optional(),
  variables: z.record(z.string(), variableSchema).default({}),
  counters: z.record(z.string(), counterSchema).default({}),
  shiftCodes: z.record(z.string(), shiftCodeSchema).default({}),
  /** Any table with its columns is sufficient. */
  table: z.object({ name: z.string(), content: tableSchema }).optional(),
});

/** The key of its translated name and purpose. */
export type TemplateId = keyof typeof documents;
export type LabelTemplate = z.infer<typeof templateSchema> & { id: TemplateId };

/** In the order in which they are offered. */
export const TEMPLATES: readonly LabelTemplate[] = (Object.keys(documents) as TemplateId[]).map((id) => ({
  id,
  ...templateSchema.parse(documents[id]),
}));
