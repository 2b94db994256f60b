import { AUTHOR_HEADER } from '#contract/api-v3/label-version.ts';

/** The page's own Idempotency-Key: an order that travels twice has one effect. */
export function once(idempotencyKey: string): Record<string, string> {
  return { 'idempotency-key': idempotencyKey };
}

/** Who orders it. */
export function signed(author: string): Record<string, string> {
  return { [AUTHOR_HEADER]: encodeURIComponent(author) };
}
