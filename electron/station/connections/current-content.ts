import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import type { Controllers } from './controllers.ts';

type Document = Record<string, unknown>;

/** A named document on a controller: a label, table, variable, counter or shift code. */
export interface ContentAddress {
  connection: string;
  name: string;
  path: string;
  /** The part of it that the page edits. */
  schema: z.ZodType<Document>;
}

/** A document as the controller has it now. */
export interface CurrentContent {
  /** Parsed by the schema; null when the controller has no document of this name. */
  document: Document | null;
  /** The controller's whole answer. */
  raw: Document;
  etag: string | undefined;
}

/** Reads a document with its ETag. Throws `controller-answer-invalid` when it does not match the schema. */
export async function readCurrentContent(
  controllers: Controllers,
  { connection, name, path, schema }: ContentAddress,
): Promise<CurrentContent> {
  try {
    const { value, etag } = await controllers.readTagged(connection, path);
    const document = schema.safeParse(value);
    if (document.success) return { document: document.data, raw: value as Document, etag };
    const detail = `The controller's document "${name}" does not have the expected format.`;
    throw new ProblemError('controller-answer-invalid', { detail }, { cause: document.error });
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'not-found') return { document: null, raw: {}, etag: undefined };
    throw error;
  }
}

/** Whether two documents are equal once the schema has filled in the defaults, as a controller does. */
export function isSame(schema: z.ZodType<Document>, one: Document | null, other: Document | null): boolean {
  const withDefaults = (document: Document | null) => document && (schema.safeParse(document).data ?? document);
  return isDeepStrictEqual(withDefaults(one), withDefaults(other));
}

/** Throws `changed-meanwhile` when the controller's document differs from the one that the person saw; null = there was none. */
export function refuseIfChanged(
  { document }: CurrentContent,
  seen: Document | null,
  { name, schema }: Pick<ContentAddress, 'name' | 'schema'>,
): void {
  if (isSame(schema, document, seen)) return;
  const change = document === null ? 'deleted' : seen === null ? 'created' : 'changed';
  throw new ProblemError('changed-meanwhile', { detail: `"${name}" was not saved: it was ${change} on the controller in the meantime.` });
}

/**
 * The conditional request headers (RFC 9110) that make a PUT fail when the document has changed since it was read. None for a weak ETag, which
 * never matches.
 */
export function preconditionOf({ document, etag }: Pick<CurrentContent, 'etag'> & { document: unknown }): Record<string, string> {
  if (document === null) return { 'if-none-match': '*' };
  return etag === undefined || etag.startsWith('W/') ? {} : { 'if-match': etag };
}

/**
 * Checks that the controller still has the document that a person saw (null = none), and returns the conditional headers for its PUT. Throws
 * `changed-meanwhile` when it has another one.
 */
export async function preconditionFor(
  controllers: Controllers,
  address: ContentAddress,
  seen: Document | null,
): Promise<Record<string, string>> {
  const current = await readCurrentContent(controllers, address);
  refuseIfChanged(current, seen, address);
  return preconditionOf(current);
}
