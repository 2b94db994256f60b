import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** The value that the hash of the first record of a chain continues: 32 zero bytes in hexadecimal. */
export const CHAIN_START = '0'.repeat(64);

/** The canonical text of a JSON value (RFC 8785): the same value has the same text, whatever program wrote it. Throws for what is no JSON. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('the value is no JSON');
  return text;
}

/**
 * The hash of a record: SHA-256 in hexadecimal over the hash of the record before it, a line feed, and the record's canonical text.
 * A record that is changed, removed, inserted or moved changes the hash of every later one.
 */
export function recordHash(previous: string, canonicalRecord: string): string {
  return createHash('sha256').update(previous).update('\n').update(canonicalRecord).digest('hex');
}
