import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { findDamage, tablesOf } from '../check-pages.ts';
import { moveDurably, removePatiently } from '../durable-file.ts';
import { DamagedDatabaseError } from '../sqlite-failure.ts';
import { UNFINISHED } from './backup-folder.ts';
import { leaveNothing } from './leave-nothing.ts';
import { HEAD_BYTES, headBytes, piecesOf, type BackupHead } from './backup-file.ts';

/** The setting by which a database knows that it was restored. */
export const RESTORED = 'backup';

export interface MakeBackupTask {
  /** The database, which others work with. */
  database: string;
  /** Where the backup is to lie. */
  file: string;
  /** The version of the program. */
  program: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Pages that are copied in one go, some 4 MB: a thread that is ended waits for the end of one. */
const PAGES_AT_ONCE = 1_024;

/**
 * Copies a database while others work with it, reads every page of the copy, and makes a backup of it, which is there whole or not at all.
 * Throws a `DamagedDatabaseError` when the database is not sound, and what the disk throws.
 */
export async function makeBackup({ database, file, program, now }: MakeBackupTask): Promise<BackupHead> {
  const [copy, part] = UNFINISHED.map((ending) => file + ending) as [string, string];
  return leaveNothing(begunFor(file), async () => {
    await copyDatabase(database, copy);
    const head = await pack(copy, part, { strobeBackup: 1, program, made: now, ...finishCopy(copy, now) });
    moveDurably(part, file);
    return head;
  });
}

/** What lies beside a backup while it is made. */
export function begunFor(file: string): string[] {
  return [...UNFINISHED.map((ending) => file + ending), `${file}${UNFINISHED[0]}-journal`];
}

async function copyDatabase(database: string, copy: string): Promise<void> {
  removePatiently(copy);
  const source = new DatabaseSync(database, { readOnly: true, timeout: 5_000 });
  try {
    // One transaction that reads: without it the copy would begin anew with every print.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    // What copies is beside the script, and ends with it only when it has to tell it how far it is.
    await backup(source, copy, { rate: PAGES_AT_ONCE, progress: () => undefined });
  } finally {
    source.close();
  }
}

/** Makes one file of the copy, which says of itself that it is one. */
function finishCopy(copy: string, now: number): Pick<BackupHead, 'schema' | 'controller'> {
  const database = new DatabaseSync(copy);
  try {
    const damage = findDamage(database, tablesOf(database));
    if (damage !== undefined) throw new DamagedDatabaseError('The database is damaged', damage);
    database.exec('PRAGMA journal_mode = DELETE');
    database.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run(RESTORED, String(now));
    const controller = database.prepare("SELECT value FROM settings WHERE key = 'controllerId'").get()?.['value'];
    return { schema: Number(database.prepare('PRAGMA user_version').get()?.['user_version']), controller: String(controller ?? '') };
  } finally {
    database.close();
  }
}

async function pack(copy: string, part: string, known: Omit<BackupHead, 'size' | 'sha256'>): Promise<BackupHead> {
  const [from, to] = [await open(copy, 'r'), await openNew(part)];
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of piecesOf(from, 0)) {
      hash.update(piece);
      await writeWhole(to, piece, HEAD_BYTES + size);
      size += piece.length;
    }
    const head: BackupHead = { ...known, size, sha256: hash.digest('hex') };
    await writeWhole(to, headBytes(head), 0);
    await to.sync();
    return head;
  } finally {
    await from.close();
    await to.close();
  }
}

const OWNER_ONLY = 0o600;

/** F8: a file of this name that somebody laid there makes way, and a link is not followed. */
export function openNew(file: string): Promise<FileHandle> {
  removePatiently(file);
  return open(file, 'wx', OWNER_ONLY);
}

/** A disk may take less than it was given at once. */
export async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
