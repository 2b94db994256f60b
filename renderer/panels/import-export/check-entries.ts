import type { z } from 'zod';
import { newNameSchema } from '#contract/api-v3/name.ts';
import { fieldErrors } from '#contract/parse-input.ts';
import type { Document } from './exchange-kind.ts';

/** A resource of a file and its name. */
export interface Entry {
  name: string;
  document: Document;
}

/** A fault of a resource of a file. */
export interface EntryFault {
  name: string;
  /** For example `value` or `shifts / 1 / code`; '' for the whole resource or its name. */
  field: string;
  /** Follows the name of the field. */
  detail: string;
}

export interface CheckedEntries {
  entries: Entry[];
  faults: EntryFault[];
}

/** Checks all resources of a file by the controller's rules. Nothing is corrected; only defaults are filled in. */
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

/** The path of a JSON pointer, with indexes from 1. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join(' / ');
}
