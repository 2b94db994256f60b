import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits cannot be guessed. */
const KEY_BYTES = 32;

/** A new API key in the format of the controller, for the station's own connection to the controller that it starts. */
export function newOwnKey(): string {
  return `strobe_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** What the controller stores of a key: SHA-256 in hexadecimal. It can be passed on a command line, because the key cannot be derived from it. */
export function hashOfOwnKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
