/**
 * What a client calls its request, as it is stored: two clients that number their requests mean different ones by the same number. All who come
 * without a key of this service are one client. A former version stored what the client sent, in which there is no blank.
 */
export function clientKey(client: number | undefined, sent: string): string {
  return `${client ?? ''} ${sent}`;
}

/** What the client sent, which is also how a former version stored it. */
export function ownPart(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}
