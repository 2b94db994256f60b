import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { chainHeadSchema } from '../audit-chain/chain-heads.ts';

/** Whose data a backup contains. The first key of the header says it, so that programs of earlier versions do not take one for the other. */
export type BackupKind = 'controller' | 'station';

const FIRST_KEYS = { controller: 'strobeBackup', station: 'strobeStationBackup' } as const satisfies Record<BackupKind, string>;
const OTHER_KIND: Record<BackupKind, string> = {
  controller: 'it is the backup of a controller, which is restored under Backups or with the command of the controller',
  station: 'it is the backup of a station, which is restored under Station backup or with the command of the station',
};

/** The header of a backup: JSON in its first 4 KiB. The database follows. */
const backupHeadSchema = z.object({
  strobeBackup: z.literal(1).optional(),
  strobeStationBackup: z.literal(1).optional(),
  /** Version of the program that made it. */
  program: z.string().max(100),
  /** Schema version of its database. */
  schema: z.number().int().min(1),
  /** Identity of the controller; empty for a station. */
  controller: z.string().max(100),
  /** Name of the computer of a station. */
  computer: z.string().max(100).optional(),
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

/** The start of the header of such a backup. */
export function beginHead(kind: BackupKind): Pick<BackupHead, 'strobeBackup' | 'strobeStationBackup'> {
  return { [FIRST_KEYS[kind]]: 1 };
}

/** The header as bytes, padded to 4 KiB. */
export function headBytes(head: object): Buffer {
  // Names of computers may have other characters.
  const text = JSON.stringify(head).replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (text.length >= HEAD_BYTES) throw new Error('the head of a backup is too long');
  return Buffer.from(`${text.padEnd(HEAD_BYTES - 1)}\n`, 'latin1');
}

/** Parses the header of a backup of this kind. Throws an `InvalidBackupError`. */
export function readHead(bytes: Uint8Array, kind: BackupKind = 'controller'): BackupHead {
  if (bytes.length < HEAD_BYTES) throw new InvalidBackupError('it is too short');
  const head = parsedHead(bytes);
  if (head[FIRST_KEYS[kind]] === 1) return head;
  throw new InvalidBackupError(OTHER_KIND[head.strobeBackup === 1 ? 'controller' : 'station']);
}

function parsedHead(bytes: Uint8Array): BackupHead {
  try {
    const head = backupHeadSchema.parse(JSON.parse(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')));
    if (head.strobeBackup !== head.strobeStationBackup) return head;
  } catch (error) {
    throw new InvalidBackupError('it is not a backup of Strobe', { cause: error });
  }
  throw new InvalidBackupError('it is not a backup of Strobe');
}

/** Reads the header of a backup and checks the size of the file. Throws an `InvalidBackupError`, and the disk's errors. */
export async function headOf(file: string, kind: BackupKind = 'controller'): Promise<BackupHead> {
  const handle = await open(file, 'r');
  try {
    return await checkedHead(handle, kind);
  } finally {
    await handle.close();
  }
}

/** The database of a backup in chunks. Throws an `InvalidBackupError` after the last one if the hash does not match. */
export async function* databaseOf(file: string, kind: BackupKind = 'controller'): AsyncGenerator<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const { sha256 } = await checkedHead(handle, kind);
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

async function checkedHead(handle: FileHandle, kind: BackupKind): Promise<BackupHead> {
  const first = new Uint8Array(HEAD_BYTES);
  const { bytesRead } = await handle.read(first, 0, HEAD_BYTES, 0);
  const head = readHead(first.subarray(0, bytesRead), kind);
  const { size } = await handle.stat();
  if (size !== HEAD_BYTES + head.size)
    throw new InvalidBackupError(size < HEAD_BYTES + head.size ? 'its end is missing' : 'it is too long');
  return head;
}
