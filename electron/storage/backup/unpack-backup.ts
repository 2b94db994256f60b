import { DatabaseSync } from 'node:sqlite';
import { findDamage, tablesOf } from '../check-pages.ts';
import { moveDurably } from '../durable-file.ts';
import { APPLICATION_ID } from '../migrate.ts';
import { isDamage } from '../sqlite-failure.ts';
import { databaseOf, headOf, NoBackupError, type BackupHead } from './backup-file.ts';
import { leaveNothing } from './leave-nothing.ts';
import { openNew, RESTORED, writeWhole } from './make-backup.ts';

export interface UnpackBackupTask {
  /** The backup. */
  file: string;
  /** Where its database is put. */
  database: string;
  /** It is only looked through: nothing stays. */
  isTrial?: boolean;
  /** The newest version of a database that the program knows. */
  newestSchema: number;
}

/** A newer Strobe made the backup. It may be sound. */
export class NewerBackupError extends NoBackupError {
  constructor({ program, schema }: Pick<BackupHead, 'program' | 'schema'>) {
    super(
      `it was made by a newer Strobe (version ${program}, data version ${schema}), whose data this one cannot read; install that version`,
    );
    this.name = 'NewerBackupError';
  }
}

/**
 * Takes the database out of a backup and reads all of it: it is there whole and sound, or not at all. Throws a `NoBackupError` that says what
 * is wrong with the file, and what the disk throws.
 */
export async function unpackBackup({ file, database, isTrial = false, newestSchema }: UnpackBackupTask): Promise<BackupHead> {
  const head = await headOf(file);
  if (head.schema > newestSchema) throw new NewerBackupError(head);
  const part = `${database}.part`;
  return leaveNothing(begunBy(database), async () => {
    await copyOut(file, part);
    refuseUnsound(part, head);
    if (!isTrial) moveDurably(part, database);
    return head;
  });
}

/** What lies beside a database while it is taken out of a backup. */
export function begunBy(database: string): string[] {
  return ['', '-journal', '-wal', '-shm'].map((ending) => `${database}.part${ending}`);
}

async function copyOut(file: string, part: string): Promise<void> {
  const to = await openNew(part);
  try {
    let at = 0;
    for await (const piece of databaseOf(file)) {
      await writeWhole(to, piece, at);
      at += piece.length;
    }
    await to.sync();
  } finally {
    await to.close();
  }
}

/** A hash proves only that nobody changed it since it was made: who made it wrote both. */
function refuseUnsound(part: string, head: BackupHead): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(part, { readOnly: true });
    const damage = findDamage(database, tablesOf(database));
    if (damage !== undefined) throw new NoBackupError(`its database is damaged (${damage})`);
    const application = database.prepare('PRAGMA application_id').get()?.['application_id'];
    if (application !== APPLICATION_ID) throw new NoBackupError('it was made by a version of Strobe before the first release');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    const mark = database.prepare('SELECT value FROM settings WHERE key = ?').get(RESTORED);
    if (version !== head.schema || Number(mark?.['value']) !== head.made)
      throw new NoBackupError('its database is another one than it says');
  } catch (error) {
    if (isDamage(error)) throw new NoBackupError('it holds no sound database', { cause: error });
    throw error;
  } finally {
    database?.close();
  }
}
