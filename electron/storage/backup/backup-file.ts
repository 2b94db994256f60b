import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { chainHeadSchema } from '../audit-chain/chain-heads.ts';

/** The header of a backup: JSON in its first 4 KiB. The database follows. */
export const backupHeadSchema = z.object({
  strobeBackup: z.literal(1),
  /** Version of the program that made it. */
  program: z.string().max(100),
  /** Schema version of its database. */
  schema: z.number().int().min(1),
  controller: z.string().max(100),
  /** Milliseconds since the epoch. */
  made: z.number().int().min(0),
  /** Size of the database in bytes. */
  size: z.number().int().min(512),
  /** SHA-256 of the database in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The ends of the audit log; absent in backups of versions that did not note them. */
  auditHeads: z.array(chainHeadSchema).optional(),
});
export type BackupHead = z.infer<typeof backupHeadSchema>;

/** Offset of the database. */
export const HEAD_BYTES = 4_096;
const PIECE = 1_048_576;

export class InvalidBackupError extends Error {
  /** Why the file cannot be restored, without a full stop. */
  readonly fault: string;

  constructor(fault: string, options?: ErrorOptions) {
    super(`This backup cannot be restored: ${fault}.`, options);
    this.name = 'InvalidBackupError';
    this.fault = fault;
  }
}

/** The header as bytes, padded to 4 KiB. */
export function headBytes(head: BackupHead): Buffer {
  const text = JSON.stringify(head);
  if (text.length >= HEAD_BYTES) throw new Error('the head of a backup is too long');
  return Buffer.from(`${text.padEnd(HEAD_BYTES - 1)}\n`, 'latin1');
}

/** Parses the header. Throws an `InvalidBackupError`. */
export function readHead(bytes: Uint8Array): BackupHead {
  if (bytes.length < HEAD_BYTES) throw new InvalidBackupError('it is too short');
  try {
    return backupHeadSchema.parse(JSON.parse(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')));
  } catch (error) {
    throw new InvalidBackupError('it is not a backup of Strobe', { cause: error });
  }
}

/** Reads the header of a backup and checks the size of the file. Throws an `InvalidBackupError`, and the disk's errors. */
export async function headOf(file: string): Promise<BackupHead> {
  const handle = await open(file, 'r');
  try {
    return await checkedHead(handle);
  } finally {
    await handle.close();
  }
}

/** The database of a backup in chunks. Throws an `InvalidBackupError` after the last one if the hash does not match. */
export async function* databaseOf(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { sha256 } = await checkedHead(handle);
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle, HEAD_BYTES)) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== sha256) throw new InvalidBackupError('its content was changed or damaged');
  } finally {
    await handle.close();
  }
}

/** The bytes of an open file from offset `from` in chunks. A chunk is valid until the next one is requested. */
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
  if (size !== HEAD_BYTES + head.size)
    throw new InvalidBackupError(size < HEAD_BYTES + head.size ? 'its end is missing' : 'it is too long');
  return head;
}
