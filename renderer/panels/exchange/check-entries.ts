import type { z } from 'zod';
import { newNameSchema } from '#contract/api-v3/name.ts';
import { fieldErrors } from '#contract/parse-input.ts';
import type { Document } from './exchanged.ts';

/** A thing of a file under its name. */
export interface Entry {
  name: string;
  document: Document;
}

/** What is wrong with a thing of a file. */
export interface EntryFault {
  name: string;
  /** Such as `value`, or `shifts / 1 / code`; '' where the thing as a whole or its name is meant. */
  field: string;
  /** In words that follow the name of the field. */
  detail: string;
}

export interface CheckedEntries {
  entries: Entry[];
  faults: EntryFault[];
}

/** Checks everything that stands in a file as the controller will. Nothing is corrected, only defaults are filled in. */
export function checkEntries(content: Document, schema: z.ZodType<Document>): CheckedEntries {
  const checked: CheckedEntries = { entries: [], faults: [] };
  const seen = new Set<string>();
  for (const [written, value] of Object.entries(content)) {
    const name = newNameSchema.safeParse(written);
    const document = schema.safeParse(value);
    const errors = [...(name.success ? [] : fieldErrors(name.error)), ...(document.success ? [] : fieldErrors(document.error))];
    if (name.success && seen.has(name.data)) errors.push({ pointer: '', detail: 'is the same name as another one, written differently' });
    if (name.success) seen.add(name.data);
    checked.faults.push(...errors.map(({ pointer, detail }) => ({ name: written, field: fieldOf(pointer), detail })));
    if (name.success && document.success && errors.length === 0) checked.entries.push({ name: name.data, document: document.data });
  }
  return checked;
}

/** The place of a JSON pointer, counted as people do, from 1. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join(' / ');
}
