import { createHash, randomBytes } from 'node:crypto';

/** Identifies a key in logs, scripts and repositories. */
const PREFIX = 'strobe_';
const KEY_BYTES = 32;
const KEY_CHARACTERS = Math.ceil((KEY_BYTES * 8) / 6);
const KEY_TEXT = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{${KEY_CHARACTERS}}$`);

/** Creates a key: 256 random bits. */
export function newKeyText(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64url');
}

/** Whether a text has the form of a key. */
export function isKeyText(text: string): boolean {
  return KEY_TEXT.test(text);
}

/**
 * The stored form of a key. A fast hash is right here, unlike for passwords: 256 random bits cannot be guessed, and a slow hash would delay
 * every request.
 */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
