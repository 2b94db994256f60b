import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import type { Controllers } from './controllers.ts';

type Document = Record<string, unknown>;

/** One thing with a name on a controller. */
export interface NamedThing {
  connection: string;
  name: string;
  path: string;
  /** What the page works on. */
  schema: z.ZodType<Document>;
}

/** What a controller has of a thing. */
export interface Present {
  /** As the page reads it; null = it has none. */
  document: Document | null;
  /** All that the controller says of it. */
  raw: Document;
  etag: string | undefined;
}

/** Reads what the controller has now. */
export async function readPresent(controllers: Controllers, { connection, name, path, schema }: NamedThing): Promise<Present> {
  try {
    const { value, etag } = await controllers.readTagged(connection, path);
    const document = schema.safeParse(value);
    if (document.success) return { document: document.data, raw: value as Document, etag };
    const detail = `What the controller has under "${name}" does not have the expected shape.`;
    throw new ProblemError('controller-answer-invalid', { detail }, { cause: document.error });
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'not-found') return { document: null, raw: {}, etag: undefined };
    throw error;
  }
}

/** Whether two documents are the same to a schema: a controller adds what was left out. */
export function isSame(schema: z.ZodType<Document>, one: Document | null, other: Document | null): boolean {
  const read = (document: Document | null) => document && (schema.safeParse(document).data ?? document);
  return isDeepStrictEqual(read(one), read(other));
}

/** Throws `changed-meanwhile` when the controller has something else than a person saw; null = they saw nothing there. */
export function refuseUnseen({ document }: Present, seen: Document | null, { name, schema }: Pick<NamedThing, 'name' | 'schema'>): void {
  if (isSame(schema, document, seen)) return;
  const happened = document === null ? 'deleted' : seen === null ? 'made' : 'changed';
  throw new ProblemError('changed-meanwhile', { detail: `"${name}" was not sent: it was ${happened} there meanwhile.` });
}

/** The headers of a change over exactly what was read: whoever changes it first wins. */
export function conditionOf({ document, etag }: Present): Record<string, string> {
  if (document === null) return { 'if-none-match': '*' };
  return etag === undefined ? {} : { 'if-match': etag };
}

/** The headers of a change over what a person saw; null = they saw nothing there. Throws `changed-meanwhile` when there is something else. */
export async function conditionOver(controllers: Controllers, thing: NamedThing, seen: Document | null): Promise<Record<string, string>> {
  const present = await readPresent(controllers, thing);
  refuseUnseen(present, seen, thing);
  return conditionOf(present);
}
