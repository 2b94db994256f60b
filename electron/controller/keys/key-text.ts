import { createHash, randomBytes } from 'node:crypto';

/** Says in a log, a script or a repository what this is. */
const PREFIX = 'strobe_';
const KEY_BYTES = 32;
const KEY_CHARACTERS = Math.ceil((KEY_BYTES * 8) / 6);
const KEY_TEXT = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{${KEY_CHARACTERS}}$`);

/** A new key: 256 random bits. */
export function newKeyText(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64url');
}

/** Whether a text can be a key at all. */
export function isKeyText(text: string): boolean {
  return KEY_TEXT.test(text);
}

/**
 * What is stored of a key. SHA-256 is right for it, which would be wrong for a password: 256 random bits cannot be guessed, however fast each
 * guess is, so a slow hash would only slow down every request.
 */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
