import { AUTHOR_HEADER } from '#contract/api-v3/label-version.ts';

/** The Idempotency-Key that the page made: a command that arrives twice has one effect. */
export function idempotencyHeaders(idempotencyKey: string): Record<string, string> {
  return { 'idempotency-key': idempotencyKey };
}

/** The person that the controller records as the author of a change. */
export function authorHeaders(author: string): Record<string, string> {
  return { [AUTHOR_HEADER]: encodeURIComponent(author) };
}
