import { DatabaseSync } from 'node:sqlite';
import { findDamage, tablesOf } from '../integrity/find-damage.ts';
import { moveDurably } from '../files/durable-file.ts';
import { APPLICATION_ID } from '../migrations/migrate.ts';
import { isDamage } from '../integrity/sqlite-failure.ts';
import { databaseOf, headOf, InvalidBackupError, type BackupHead, type BackupKind } from './backup-file.ts';
import { removeOnFailure } from './remove-on-failure.ts';
import { openNew, RESTORED, writeWhole } from './make-backup.ts';

export interface UnpackBackupTask {
  /** Path of the backup. */
  file: string;
  /** Path of the unpacked database. */
  database: string;
  /** Only checks the backup, and leaves no file. */
  isTrial?: boolean;
  /** Default: the backup of a controller. */
  of?: BackupKind | undefined;
  /** The newest schema version that this program supports. */
  newestSchema: number;
}

/** A newer Strobe made the backup. It need not be damaged. */
export class NewerBackupError extends InvalidBackupError {
  constructor({ program, schema }: Pick<BackupHead, 'program' | 'schema'>) {
    super(
      `it was made by a newer Strobe (version ${program}, data version ${schema}), whose data this version cannot read; install that version`,
    );
    this.name = 'NewerBackupError';
  }
}

/**
 * Unpacks the database of a backup atomically, after checking every page. Throws an `InvalidBackupError` that says what is wrong with the file, and the
 * disk's errors.
 */
export async function unpackBackup({ file, database, isTrial = false, newestSchema, of }: UnpackBackupTask): Promise<BackupHead> {
  const head = await headOf(file, of);
  if (head.schema > newestSchema) throw new NewerBackupError(head);
  const part = `${database}.part`;
  return removeOnFailure(begunBy(database), async () => {
    await copyOut(file, part, of);
    refuseUnsound(part, head);
    if (!isTrial) moveDurably(part, database);
    return head;
  });
}

/** The temporary files while a backup is unpacked. */
export function begunBy(database: string): string[] {
  return ['', '-journal', '-wal', '-shm'].map((ending) => `${database}.part${ending}`);
}

async function copyOut(file: string, part: string, of: BackupKind | undefined): Promise<void> {
  const to = await openNew(part);
  try {
    let at = 0;
    for await (const piece of databaseOf(file, of)) {
      await writeWhole(to, piece, at);
      at += piece.length;
    }
    await to.sync();
  } finally {
    await to.close();
  }
}

/** The hash proves that the file is unchanged, not that its author wrote a valid database. */
function refuseUnsound(part: string, head: BackupHead): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(part, { readOnly: true });
    const damage = findDamage(database, tablesOf(database));
    if (damage !== undefined) throw new InvalidBackupError(`its database is damaged (${damage})`);
    const application = database.prepare('PRAGMA application_id').get()?.['application_id'];
    if (application !== APPLICATION_ID) throw new InvalidBackupError('it was made by a version of Strobe before the first release');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    const mark = database.prepare('SELECT value FROM settings WHERE key = ?').get(RESTORED);
    if (version !== head.schema || Number(mark?.['value']) !== head.made)
      throw new InvalidBackupError('its database does not match its header');
  } catch (error) {
    if (isDamage(error)) throw new InvalidBackupError('its database is damaged', { cause: error });
    throw error;
  } finally {
    database?.close();
  }
}
