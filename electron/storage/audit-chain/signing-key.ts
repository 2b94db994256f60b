import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurably } from '../files/durable-file.ts';

/**
 * The Ed25519 key that signs an audit log, opened when it is first needed: a full disk must not stop the start. It is kept in a file beside the database
 * and not in it, readable by its owner only, so that a copy of the database cannot be signed again. Created when the file is missing: a later check names
 * the change of the key. The returned function throws what the disk throws, and when the file is no such key.
 */
export function signingKeyIn(file: string): () => KeyObject {
  let key: KeyObject | undefined;
  return () => (key ??= openKey(file));
}

function openKey(file: string): KeyObject {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeDurably(file, privateKey);
  }
  const key = createPrivateKey(readFileSync(file));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 key`);
  return key;
}
