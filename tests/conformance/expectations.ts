import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { NotConformant } from './check.ts';
import { shortened, type Answer } from './target.ts';

/** Assertions about responses. Each throws `NotConformant` with the request, the expectation and the actual response. */

export function expectThat(answer: Answer, isRight: boolean, { expected, seen }: { expected: string; seen: unknown }): void {
  if (isRight) return;
  throw new NotConformant({ request: answer.request, expected, seen: typeof seen === 'string' ? shortened(seen) : shown(seen) });
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? String(value));
}

function asSeen({ status, text }: Answer): string {
  return text === '' ? `${status} without a body` : `${status} ${text}`;
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

export function expectSuccess(answer: Answer): void {
  expectThat(answer, isSuccess(answer), { expected: 'a success (2xx)', seen: asSeen(answer) });
}

/** Expects a 4xx status. */
export function expectRefused(answer: Answer): void {
  expectThat(answer, answer.status >= 400 && answer.status < 500, { expected: 'a refusal (4xx)', seen: asSeen(answer) });
}

export function expectStatus(answer: Answer, status: number): void {
  expectThat(answer, answer.status === status, { expected: `${status}`, seen: asSeen(answer) });
}

/** Expects a success without a body. */
export function expectEmpty(answer: Answer): void {
  expectSuccess(answer);
  expectThat(answer, answer.bytes.length === 0, { expected: 'a success without a body', seen: asSeen(answer) });
}

/** The JSON of a success. */
export function jsonOf(answer: Answer): unknown {
  expectSuccess(answer);
  return parsed(answer);
}

/** The JSON of a response of any status. */
export function parsed(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text) as unknown;
  } catch {
    throw new NotConformant({ request: answer.request, expected: 'JSON', seen: shortened(asSeen(answer)) });
  }
}

/** The JSON of a success, parsed by a schema. */
export function shaped<Schema extends z.ZodType>(answer: Answer, schema: Schema, expected: string): z.output<Schema> {
  const json = jsonOf(answer);
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new NotConformant({
    request: answer.request,
    expected: `${expected}: ${z.prettifyError(result.error).replaceAll(/\s+/g, ' ')}`,
    seen: shown(json),
  });
}

/** The entries of a dictionary of objects; not an object, because a name may be `__proto__`. */
export function entriesOf(answer: Answer): [string, Record<string, unknown>][] {
  const json = jsonOf(answer);
  const isDictionary = isObject(json) && Object.values(json).every(isObject);
  expectThat(answer, isDictionary, { expected: 'a JSON object whose values are objects', seen: json });
  return Object.entries(json as Record<string, Record<string, unknown>>);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON of a success as an object. */
export function objectOf(answer: Answer): Record<string, unknown> {
  const json = jsonOf(answer);
  expectThat(answer, isObject(json), { expected: 'a JSON object', seen: json });
  return json as Record<string, unknown>;
}

export function expectSame(answer: Answer, seen: unknown, expected: unknown): void {
  expectThat(answer, isDeepStrictEqual(seen, expected), { expected: shown(expected), seen });
}

/** Expects the JSON to contain everything in `part` with the same values; arrays must be equal. There may be more. */
export function expectHolds(answer: Answer, part: unknown): void {
  const json = jsonOf(answer);
  expectThat(answer, holds(json, part), { expected: `something with ${shown(part)}`, seen: json });
}

function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && whole.length === part.length && part.every((each, index) => holds(whole[index], each));
  }
  if (!isObject(part)) return Object.is(whole, part);
  return isObject(whole) && Object.entries(part).every(([key, value]) => Object.hasOwn(whole, key) && holds(whole[key], value));
}
