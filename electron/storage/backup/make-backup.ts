import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { chainHeadsIn } from '../audit-chain/chain-heads.ts';
import { findDamage, tablesOf } from '../integrity/find-damage.ts';
import { moveDurably, removePatiently } from '../files/durable-file.ts';
import { DamagedDatabaseError } from '../integrity/sqlite-failure.ts';
import { UNFINISHED } from './backup-folder.ts';
import { removeOnFailure } from './remove-on-failure.ts';
import { beginHead, HEAD_BYTES, headBytes, piecesOf, type BackupHead } from './backup-file.ts';

/** Key of the setting that marks a database as restored from a backup; its value is the time of the backup. */
export const RESTORED = 'backup';

export interface MakeBackupTask {
  /** Path of the database, which may be in use. */
  database: string;
  /** Path of the backup. */
  file: string;
  /** Version of this program. */
  program: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** A backup of a station also contains files of its data folder. Default: a backup of a controller. */
  station?: { computer: string; files: readonly BackupPart[] } | undefined;
}

/** A file that a backup contains next to the database. A missing one is left out. */
export interface BackupPart {
  /** Path relative to the data folder, with slashes. */
  name: string;
  path: string;
}

/** The table of a backup with its files. `takeFiles` removes it from the unpacked database. */
export const FILES_TABLE = 'backup_files';

/** Pages per step of the copy, about 4 MB: a thread can be terminated between two steps. */
const PAGES_AT_ONCE = 1_024;

/**
 * Copies a database while it is in use, checks every page of the copy, and writes it as a backup atomically. Throws a `DamagedDatabaseError` for a
 * damaged database, and the disk's errors.
 */
export async function makeBackup({ database, file, program, now, station }: MakeBackupTask): Promise<BackupHead> {
  const [copy, part] = UNFINISHED.map((ending) => file + ending) as [string, string];
  return removeOnFailure(begunFor(file), async () => {
    await copyDatabase(database, copy);
    const begun = { ...beginHead(station ? 'station' : 'controller'), ...(station && { computer: station.computer }) };
    const head = await pack(copy, part, { ...begun, program, made: now, ...finishCopy(copy, now, station?.files) });
    moveDurably(part, file);
    return head;
  });
}

/** The temporary files of a backup that is being made. */
export function begunFor(file: string): string[] {
  return [...UNFINISHED.map((ending) => file + ending), `${file}${UNFINISHED[0]}-journal`];
}

/** Copies a database, which may be in use, to a file of its own. An existing file is replaced. */
export async function copyDatabase(database: string, copy: string): Promise<void> {
  removePatiently(copy);
  const source = new DatabaseSync(database, { readOnly: true, timeout: 5_000 });
  try {
    // An open read transaction: without a snapshot the copy would restart after every write.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    // The copy runs on another thread. Only with a progress callback does it stop when this thread is terminated.
    await backup(source, copy, { rate: PAGES_AT_ONCE, progress: () => undefined });
  } finally {
    source.close();
  }
}

/** Checks the copy, turns it into a single file, and marks it as restored. */
function finishCopy(copy: string, now: number, files?: readonly BackupPart[]): Pick<BackupHead, 'schema' | 'controller' | 'auditHeads'> {
  const database = new DatabaseSync(copy);
  try {
    const damage = findDamage(database, tablesOf(database));
    if (damage !== undefined) throw new DamagedDatabaseError('The database is damaged', damage);
    database.exec('PRAGMA journal_mode = DELETE');
    database.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run(RESTORED, String(now));
    if (files) storeFiles(database, files);
    const controller = database.prepare("SELECT value FROM settings WHERE key = 'controllerId'").get()?.['value'];
    const schema = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    return { schema, controller: String(controller ?? ''), auditHeads: chainHeadsIn(database) };
  } finally {
    database.close();
  }
}

function storeFiles(database: DatabaseSync, files: readonly BackupPart[]): void {
  database.exec(`CREATE TABLE ${FILES_TABLE} (name TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT`);
  const store = database.prepare(`INSERT INTO ${FILES_TABLE} (name, content) VALUES (?, ?)`);
  for (const { name, path } of files) if (existsSync(path)) store.run(name, readFileSync(path));
}

async function pack(copy: string, part: string, fields: Omit<BackupHead, 'size' | 'sha256'>): Promise<BackupHead> {
  const [from, to] = [await open(copy, 'r'), await openNew(part)];
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of piecesOf(from, 0)) {
      hash.update(piece);
      await writeWhole(to, piece, HEAD_BYTES + size);
      size += piece.length;
    }
    const head: BackupHead = { ...fields, size, sha256: hash.digest('hex') };
    await writeWhole(to, headBytes(head), 0);
    await to.sync();
    return head;
  } finally {
    await from.close();
    await to.close();
  }
}

const OWNER_ONLY = 0o600;

/** Creates a file. F8: an existing one is removed first, and a symbolic link is not followed. */
export function openNew(file: string): Promise<FileHandle> {
  removePatiently(file);
  return open(file, 'wx', OWNER_ONLY);
}

/** Writes all bytes: a single write may be partial. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
