import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { writeDurably } from '#storage/files/durable-file.ts';
import type { SecretBox } from './secret-box.ts';

/** The file of the key in the station's data folder. */
export const SECRET_KEY_FILE = 'station-secret.key';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** The length for which GCM is specified; a random one is used once with the few values that a station ever seals. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * AES-256-GCM with a random key. The key is in a file beside the database and not in it, readable by its owner only, so that a copy of the database is of
 * no use without it. The file is created when the first value is sealed: a full disk must not stop the start. Without the file, or with another one, the
 * values that were sealed before cannot be opened.
 */
export class KeyFileBox implements SecretBox {
  readonly kind = 'file';
  readonly #readKey: () => Buffer;
  readonly #makeKey: () => Buffer;
  #key: Buffer | undefined;

  private constructor(readKey: () => Buffer, makeKey: () => Buffer) {
    this.#readKey = readKey;
    this.#makeKey = makeKey;
  }

  static inFile(file: string): KeyFileBox {
    return new KeyFileBox(
      () => readKeyFile(file),
      () => findOrMakeKeyFile(file),
    );
  }

  /** For a station without a data folder: its key is lost with the process. */
  static inMemory(): KeyFileBox {
    const key = randomBytes(KEY_BYTES);
    return new KeyFileBox(
      () => key,
      () => key,
    );
  }

  /** Rejects with what the disk throws when the key file has to be created and cannot be. */
  seal(name: string, text: string): Promise<string> {
    return Promise.resolve().then(() => encrypt((this.#key ??= this.#makeKey()), name, text));
  }

  open(name: string, sealed: string): Promise<string> {
    return Promise.resolve().then(() => decrypt((this.#key ??= this.#readKey()), name, sealed));
  }
}

/** Nonce, tag and encrypted text. The name is authenticated with them. */
function encrypt(key: Buffer, name: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(name));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function decrypt(key: Buffer, name: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const textAt = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, textAt));
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString('utf8');
}

/** Throws when the file is missing or holds no key. */
function readKeyFile(file: string): Buffer {
  closeToOthers(file);
  const text = readFileSync(file, 'utf8').trim();
  const key = Buffer.from(text, 'base64url');
  if (key.length !== KEY_BYTES || key.toString('base64url') !== text) throw new UnusableKeyError(`${file} holds no key.`);
  return key;
}

class UnusableKeyError extends Error {}

/** A file that holds no key is kept under another name, since it may be one that can be repaired. */
function findOrMakeKeyFile(file: string): Buffer {
  if (existsSync(file)) {
    try {
      return readKeyFile(file);
    } catch (error) {
      if (!(error instanceof UnusableKeyError)) throw error;
      renameSync(file, `${file}.unusable`);
    }
  }
  const key = randomBytes(KEY_BYTES);
  writeDurably(file, `${key.toString('base64url')}\n`);
  return key;
}

/** A copy of the data folder may have lost the permissions of its files. Windows has no such bits: there the folder's list of accounts counts. */
function closeToOthers(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & OTHERS) === 0) return;
  chmodSync(file, OWNER_ONLY);
}
