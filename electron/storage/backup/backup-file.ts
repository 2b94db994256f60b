import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';

/** What a backup says about itself in its first 4 KiB. */
export const backupHeadSchema = z.object({
  strobeBackup: z.literal(1),
  /** The version of the program that made it. */
  program: z.string().max(100),
  /** How many migrations its database has seen: a newer one than the program's own is refused. */
  schema: z.number().int().min(1),
  controller: z.string().max(100),
  /** Milliseconds since the epoch. */
  made: z.number().int().min(0),
  /** Of the database, in bytes. */
  size: z.number().int().min(512),
  /** SHA-256 of the database, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupHead = z.infer<typeof backupHeadSchema>;

/** The database begins behind it. */
export const HEAD_BYTES = 4_096;
const PIECE = 1_048_576;

/** What is wrong with a file that should be a backup. */
export class NoBackupError extends Error {
  readonly fault: string;

  constructor(fault: string, options?: ErrorOptions) {
    super(`This is no backup that can be restored: ${fault}.`, options);
    this.name = 'NoBackupError';
    this.fault = fault;
  }
}

/** The head as the file begins with it. */
export function headBytes(head: BackupHead): Buffer {
  const text = JSON.stringify(head);
  if (text.length >= HEAD_BYTES) throw new Error('the head of a backup is too long');
  return Buffer.from(`${text.padEnd(HEAD_BYTES - 1)}\n`, 'latin1');
}

/** Throws a `NoBackupError` for bytes with which no backup begins. */
export function readHead(bytes: Uint8Array): BackupHead {
  if (bytes.length < HEAD_BYTES) throw new NoBackupError('it is too short');
  try {
    return backupHeadSchema.parse(JSON.parse(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')));
  } catch (error) {
    throw new NoBackupError('it does not begin as a backup does', { cause: error });
  }
}

/** The head of a file that is as long as the head says. Throws a `NoBackupError`, and what the disk throws. */
export async function headOf(file: string): Promise<BackupHead> {
  const handle = await open(file, 'r');
  try {
    return await checkedHead(handle);
  } finally {
    await handle.close();
  }
}

/** The database of a backup, piece by piece. After the last one a `NoBackupError` is thrown when it is not what the head says. */
export async function* databaseOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { sha256 } = await checkedHead(handle);
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle, HEAD_BYTES)) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== sha256) throw new NoBackupError('its content was changed or damaged');
  } finally {
    await handle.close();
  }
}

/** The bytes of an open file from `from` on. Each piece is good until the next one is asked for. */
export async function* piecesOf(handle: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PIECE);
  for (let at = from; ;) {
    const { bytesRead } = await handle.read(buffer, 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function checkedHead(handle: FileHandle): Promise<BackupHead> {
  const first = new Uint8Array(HEAD_BYTES);
  const { bytesRead } = await handle.read(first, 0, HEAD_BYTES, 0);
  const head = readHead(first.subarray(0, bytesRead));
  const { size } = await handle.stat();
  if (size !== HEAD_BYTES + head.size) throw new NoBackupError(size < HEAD_BYTES + head.size ? 'its end is missing' : 'it is too long');
  return head;
}
