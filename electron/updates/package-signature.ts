import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UpdateRefusal } from './update-refusal.ts';

/** What the signature of a package covers. */
export interface SignedPackage {
  /** SHA-256 of the package file in hexadecimal. */
  sha256: string;
  version: string;
}

/** A signature file is a few hundred bytes long; a longer one is refused unread. */
export const MAX_SIGNATURE_BYTES = 4_096;
const FORMAT = 'strobe-update 1';
const KEY_ENDING = '.pem';

/** The signed text: three lines. The version is signed too, so that an old signed package cannot be renamed to a newer one. */
export function signedText({ sha256, version }: SignedPackage): string {
  return `${FORMAT}\n${sha256}\n${version}\n`;
}

/** The content of a signature file: the signed text, and the Ed25519 signature of it in base64. */
export function signPackage(signed: SignedPackage, key: KeyObject): string {
  const text = signedText(signed);
  return `${text}${sign(null, Buffer.from(text), key).toString('base64')}\n`;
}

/**
 * Reads a signature file and checks its signature. Returns what is signed. Throws an `UpdateRefusal` for a file of another form, and for one that none of
 * the keys has signed.
 */
export function openSignature(content: string, keys: readonly KeyObject[]): SignedPackage {
  const [format, sha256 = '', version = '', signature = '', end, ...rest] = content.split('\n');
  const isWhole = /^[0-9a-f]{64}$/.test(sha256) && version !== '' && /^[A-Za-z0-9+/]{86}==$/.test(signature) && end === '';
  if (format !== FORMAT || !isWhole || rest.length > 0) {
    throw new UpdateRefusal('The signature file is not one of Strobe, or it is incomplete. Copy it again.', { code: 'signature-damaged' });
  }
  if (keys.length === 0)
    throw new UpdateRefusal('No key is trusted on this computer, so no package can be checked.', { code: 'no-trusted-key' });
  const signed = { sha256, version };
  const bytes = Buffer.from(signature, 'base64');
  if (!keys.some((key) => verify(null, Buffer.from(signedText(signed)), key, bytes))) {
    throw new UpdateRefusal('The signature is not by a key that this computer trusts. Get the package from where you got Strobe.', {
      code: 'key-not-trusted',
    });
  }
  return signed;
}

/** The trusted public keys: every `.pem` file of these folders. A file that is no Ed25519 key is refused with its name, because it was meant to be one. */
export function trustedKeysIn(folders: readonly string[]): KeyObject[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(KEY_ENDING))
    .sort()
    .map(keyIn);
}

function keyIn(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new UpdateRefusal(`The key file ${file} cannot be read as a public key. Replace it or remove it.`, { cause });
  }
  throw new UpdateRefusal(`The key file ${file} is not an Ed25519 key. Replace it or remove it.`);
}
