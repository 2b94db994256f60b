import { createHash } from 'node:crypto';
import type { FontFile } from '#rendering/text/fonts.ts';

/** Font files stay in memory as they are: each is hashed once. */
const hashes = new WeakMap<Uint8Array, string>();

/** A text that is the same for the same name and the same bytes. */
export function fontKey({ family, style, bytes, hash: known }: FontFile & { hash?: string }): string {
  const hash = known ?? hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  hashes.set(bytes, hash);
  return JSON.stringify([family, style, hash]);
}
