import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';

/** Something that is stored as JSON, as a sentence names it, and the path at which it is deleted or replaced. */
export interface StoredThing {
  /** Such as `label "Carton"`. */
  title: string;
  instance?: string;
}

/** Reads stored JSON. Throws `content-unusable` that names the thing and why, for what an earlier version, or damage, has left behind. */
export function readStored<Value>(schema: z.ZodType<Value>, text: string, thing: StoredThing): Value {
  const read = tryStored(schema, text);
  if ('fault' in read) throw contentUnusable(thing, read.fault);
  return read.value;
}

/** The same, where what cannot be used is an expected outcome. */
export function tryStored<Value>(schema: z.ZodType<Value>, text: string): { value: Value } | { fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { fault: 'it is not JSON' };
  }
  const fault = faultOf(schema, json);
  return fault === undefined ? { value: json as Value } : { fault };
}

/** Why a value does not follow a schema: its first fault. Undefined when it does. */
export function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && `${issue.path.length === 0 ? '' : `/${issue.path.join('/')}: `}${issue.message}`;
}

/** What is answered to anything that needs the thing. */
export function contentUnusable({ title, instance }: StoredThing, fault: string): ProblemError {
  const detail = `The ${title} is stored in a form that this version of Strobe cannot use: ${fault}. ${REMEDY}`;
  return new ProblemError('content-unusable', { detail, ...(instance !== undefined && { instance }) });
}

/** What a person does about it. */
export const REMEDY = 'It stays stored as it is: replace or delete it, or install the version that stored it.';
