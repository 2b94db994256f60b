import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { canonicalText } from './record-chain.ts';

/** A statement about a part of a chain, without its signature. */
export interface SealContent {
  /** `segment`: the records of one period. `head`: all records up to `last`, made for an export. */
  kind: 'segment' | 'head';
  chain: string;
  /** Numbers of the first and the last record. */
  first: number;
  last: number;
  /** The hash of the record before the first one, and of the last one. */
  previous: string;
  head: string;
  /** For a `head`: the last record that a signed segment contains; 0 when there is none. */
  sealedTo?: number | undefined;
  /** When it was signed, ISO 8601. */
  at: string;
  /** The key that signed it: SPKI, DER, base64. */
  publicKey: string;
}

/** A signed statement: Ed25519 (RFC 8032) over the canonical text of `seal`. */
export interface Seal {
  seal: SealContent;
  /** Base64. */
  signature: string;
}

const hash = z.string().regex(/^[\da-f]{64}$/);

/** A signed statement as it is read. */
export const sealSchema = z.strictObject({
  seal: z.strictObject({
    ...{ kind: z.enum(['segment', 'head']), chain: z.string(), first: z.number().int().min(1), last: z.number().int().min(0) },
    ...{ previous: hash, head: hash, at: z.string(), publicKey: z.string(), sealedTo: z.number().int().min(0).optional() },
  }),
  // Base64 has several texts for the same bytes; only one of them was written.
  signature: z.string().refine((text) => Buffer.from(text, 'base64').toString('base64') === text),
});

/** Signs a statement. `key` is an Ed25519 private key. */
export function signSeal(content: Omit<SealContent, 'publicKey'>, key: KeyObject): Seal {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  const seal: SealContent = { ...content, publicKey };
  return { seal, signature: sign(null, Buffer.from(canonicalText(seal)), key).toString('base64') };
}

/** Whether the statement was signed by the key that it names. */
export function isSealSigned({ seal, signature }: Seal): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(seal.publicKey, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(canonicalText(seal)), key, Buffer.from(signature, 'base64'));
  } catch {
    // A text that is no key has signed nothing.
    return false;
  }
}

/** What a person compares: the SHA-256 of a public key (SPKI, DER, base64), in hexadecimal. */
export function keyFingerprint(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
}
