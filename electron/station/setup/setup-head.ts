import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { HEAD_BYTES, headBytes } from '#storage/backup/backup-file.ts';

/** The header of a set-up file: JSON in its first 4 KiB, not encrypted. The encrypted content, its tag and the signature follow. */
const setupHeadSchema = z.object({
  strobeSetup: z.literal(1),
  /** Version of the program that made it. */
  program: z.string().max(100),
  /** Name of the computer that it was made on. */
  computer: z.string().max(100),
  /** Milliseconds since the epoch. */
  made: z.number().int().min(0),
  /** Bytes of the encrypted content. */
  size: z.number().int().min(1),
  /** Salt of the key, which scrypt makes from the passphrase; hexadecimal. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** Nonce of AES-256-GCM; hexadecimal. */
  nonce: z.string().regex(/^[0-9a-f]{24}$/),
  /** The public key that the signature is checked with: SPKI as base64. */
  publicKey: z.string().max(200),
});
export type SetupHead = z.infer<typeof setupHeadSchema>;

/** File name extension of set-up files. */
export const SETUP_ENDING = '.strobe-setup';

export const TAG_BYTES = 16;
export const SIGNATURE_BYTES = 64;
/** Offset of the encrypted content. */
export const CONTENT_START = HEAD_BYTES;
/** What the signature is about, so that it is of no use for anything else that the key signs. */
const PURPOSE = 'strobe-setup-1\n';

/** The file cannot be used. */
export class InvalidSetupFileError extends Error {
  /** Why, without a full stop. */
  readonly fault: string;

  constructor(fault: string, options?: ErrorOptions) {
    super(`This set-up file cannot be used: ${fault}.`, options);
    this.fault = fault;
    this.name = 'InvalidSetupFileError';
  }
}

/** The file is whole, and the passphrase does not open it. */
export class WrongPassphraseError extends InvalidSetupFileError {
  constructor() {
    super('the passphrase is wrong');
    this.name = 'WrongPassphraseError';
  }
}

export function setupHeadBytes(head: SetupHead): Buffer {
  return headBytes(head);
}

/** Parses the header. Throws an `InvalidSetupFileError`. */
export function readSetupHead(bytes: Uint8Array): SetupHead {
  if (bytes.length < HEAD_BYTES) throw new InvalidSetupFileError('it is too short');
  try {
    return setupHeadSchema.parse(JSON.parse(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')));
  } catch (error) {
    throw new InvalidSetupFileError('it is not a set-up file of Strobe', { cause: error });
  }
}

export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** SHA-256 of a public key in hexadecimal, by which people compare keys. It is the one that the audit log of the station names. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
}

/** Signs the SHA-256 of everything before the signature, in hexadecimal. */
export function signSetup(sha256: string, key: KeyObject): Buffer {
  return sign(null, Buffer.from(PURPOSE + sha256), key);
}

export function isSignedBy(publicKey: string, sha256: string, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(PURPOSE + sha256), key, signature);
  } catch {
    return false;
  }
}
