import { createHash } from 'node:crypto';
import type { FontFile } from '#rendering/text/font-library.ts';

/** Font files are not modified in memory: each is hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

/** A key that is equal for equal names and bytes. */
export function fontKey({ family, style, bytes, hash: givenHash }: FontFile & { hash?: string }): string {
  const hash = givenHash ?? hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return JSON.stringify([family, style, hash]);
}
