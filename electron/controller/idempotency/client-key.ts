/**
 * The idempotency key as it is stored, with the API key of its client: two clients may use the same key for different requests. All clients
 * without an API key count as one. An earlier version stored the client's key alone, which contains no space.
 */
export function clientKey(client: number | undefined, sent: string): string {
  return `${client ?? ''} ${sent}`;
}

/** The key that the client sent, from either stored form. */
export function sentKey(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}
