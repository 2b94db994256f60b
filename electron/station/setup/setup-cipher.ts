import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, type KeyObject } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { HEAD_BYTES } from '#storage/backup/backup-file.ts';
import { openNew, writeWhole } from '#storage/backup/make-backup.ts';
import { moveDurably } from '#storage/files/durable-file.ts';
import { removeOnFailure } from '#storage/backup/remove-on-failure.ts';
import {
  CONTENT_START,
  InvalidSetupFileError,
  isSignedBy,
  publicKeyOf,
  readSetupHead,
  setupHeadBytes,
  SIGNATURE_BYTES,
  signSetup,
  TAG_BYTES,
  WrongPassphraseError,
  type SetupHead,
} from './setup-head.ts';

/** scrypt with 128 MiB of memory: about half a second for each guess of a passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const CIPHER = 'aes-256-gcm';
const PIECE = 1_048_576;

export interface SetupSource {
  program: string;
  computer: string;
  /** Milliseconds since the epoch. */
  now: number;
  passphrase: string;
  signingKey: KeyObject;
  /** Bytes of the content. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** Encrypts and signs the content, and writes the file atomically. Throws the disk's errors. */
export async function writeSetupFile(file: string, source: SetupSource): Promise<SetupHead> {
  const part = `${file}.part`;
  return removeOnFailure([part], async () => {
    const handle = await openNew(part);
    let head: SetupHead;
    try {
      head = await writeContent(handle, source);
      await handle.sync();
    } finally {
      await handle.close();
    }
    moveDurably(part, file);
    return head;
  });
}

async function writeContent(handle: FileHandle, source: SetupSource): Promise<SetupHead> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const head: SetupHead = {
    ...{ strobeSetup: 1, program: source.program, computer: source.computer, made: source.now, size: source.size },
    ...{ salt: salt.toString('hex'), nonce: nonce.toString('hex'), publicKey: publicKeyOf(source.signingKey) },
  };
  const first = setupHeadBytes(head);
  const cipher = createCipheriv(CIPHER, await keyOf(source.passphrase, salt), nonce, { authTagLength: TAG_BYTES });
  // The header cannot be exchanged for that of another signer.
  cipher.setAAD(first);
  const hash = createHash('sha256');
  let at = 0;
  const append = async (bytes: Uint8Array): Promise<void> => {
    hash.update(bytes);
    await writeWhole(handle, bytes, at);
    at += bytes.length;
  };
  await append(first);
  for await (const piece of source.content) await append(cipher.update(piece));
  await append(cipher.final());
  if (at !== CONTENT_START + source.size) throw new Error('the content of a set-up file has another size than announced');
  await append(cipher.getAuthTag());
  await writeWhole(handle, signSetup(hash.digest('hex'), source.signingKey), at);
  return head;
}

/** Reads the header of a set-up file, its size and its signature, without the passphrase. Throws an `InvalidSetupFileError`, and the disk's errors. */
export async function checkSetupFile(file: string): Promise<SetupHead> {
  return withHead(file, async (handle, head) => {
    const hash = createHash('sha256');
    const end = CONTENT_START + head.size + TAG_BYTES;
    for await (const piece of pieces(handle, 0, end)) hash.update(piece);
    if (!isSignedBy(head.publicKey, hash.digest('hex'), await bytesAt(handle, end, SIGNATURE_BYTES)))
      throw new InvalidSetupFileError('its content was changed or damaged');
    return head;
  });
}

/**
 * The decrypted content in pieces. Nothing of it may be used before the last piece has come: only then is it known that the passphrase is right. Throws a
 * `WrongPassphraseError` then. Call `checkSetupFile` first, which finds damage.
 */
export async function* decryptSetupFile(file: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const head = await headIn(handle);
    const key = await keyOf(passphrase, Buffer.from(head.salt, 'hex'));
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(head.nonce, 'hex'), { authTagLength: TAG_BYTES });
    decipher.setAAD(await bytesAt(handle, 0, HEAD_BYTES));
    decipher.setAuthTag(await bytesAt(handle, CONTENT_START + head.size, TAG_BYTES));
    for await (const piece of pieces(handle, CONTENT_START, CONTENT_START + head.size)) yield decipher.update(piece);
    try {
      yield decipher.final();
    } catch {
      throw new WrongPassphraseError();
    }
  } finally {
    await handle.close();
  }
}

async function withHead<Result>(file: string, work: (handle: FileHandle, head: SetupHead) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'r');
  try {
    return await work(handle, await headIn(handle));
  } finally {
    await handle.close();
  }
}

async function headIn(handle: FileHandle): Promise<SetupHead> {
  const { size } = await handle.stat();
  const head = readSetupHead(await bytesAt(handle, 0, Math.min(size, HEAD_BYTES)));
  const whole = CONTENT_START + head.size + TAG_BYTES + SIGNATURE_BYTES;
  if (size !== whole) throw new InvalidSetupFileError(size < whole ? 'its end is missing' : 'it is too long');
  return head;
}

async function bytesAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

async function* pieces(handle: FileHandle, from: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < end;) {
    const piece = await bytesAt(handle, at, Math.min(PIECE, end - at));
    if (piece.length === 0) throw new InvalidSetupFileError('its end is missing');
    at += piece.length;
    yield piece;
  }
}

function keyOf(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards write the same accented letter in several ways.
    scrypt(passphrase.normalize('NFC'), salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
