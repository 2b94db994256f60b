import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new secret of 256 random bits in base64url, which needs no encoding in an address or a cookie. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** SHA-256 of a secret in base64url. A password hash would add nothing: a secret of 256 random bits cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two results of `hashOf` in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
