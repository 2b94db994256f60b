import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';

/** Names a stored JSON document in messages, and the path at which it can be deleted or replaced. */
export interface StoredThing {
  /** Such as `label "Carton"`. */
  title: string;
  instance?: string;
}

/** Parses stored JSON. Throws `content-unusable` naming the document and the reason, for content of an earlier version or after damage. */
export function readStored<Value>(schema: z.ZodType<Value>, text: string, thing: StoredThing): Value {
  const read = tryStored(schema, text);
  if ('fault' in read) throw contentUnusable(thing, read.fault);
  return read.value;
}

/** The same for callers that expect unusable content. */
export function tryStored<Value>(schema: z.ZodType<Value>, text: string): { value: Value } | { fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: 'it is not valid JSON' };
  }
  const fault = faultOf(schema, json);
  return fault === undefined ? { value: json as Value } : { fault };
}

/** The first violation of a schema; undefined when the value is valid. */
export function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && `${issue.path.length === 0 ? '' : `/${issue.path.join('/')}: `}${issue.message}`;
}

/** The problem of every request that needs the document. */
export function contentUnusable({ title, instance }: StoredThing, fault: string): ProblemError {
  const detail = `The ${title} is stored in a form that this version of Strobe cannot use: ${fault}. ${REMEDY}`;
  return new ProblemError('content-unusable', { detail, ...(instance !== undefined && { instance }) });
}

/** What a person can do about it. */
export const REMEDY = 'It is kept unchanged: replace or delete it, or install the version that stored it.';
