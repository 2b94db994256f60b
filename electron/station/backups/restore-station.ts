import { DatabaseSync } from 'node:sqlite';
import { inBackupThread } from '#storage/backup/backup-thread.ts';
import { takeFiles } from '#storage/backup/backup-parts.ts';
import type { BackupHead } from '#storage/backup/backup-file.ts';
import { stagedDatabase, stageFile, stageRestore } from '#storage/backup/staged-restore.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { isStationFile, STATION_DATABASE } from './station-files.ts';

/** Settings, by key, that a restore does not change: browsers stay signed in. */
export type CarriedSettings = Readonly<Record<string, string>>;

export interface StageStationBackup {
  /** The station's data folder. */
  dataFolder: string;
  /** Path of the backup. */
  file: string;
  carried?: CarriedSettings;
  signal?: AbortSignal;
}

/**
 * Stages the data of a backup of the station, which its next start takes. Throws an `InvalidBackupError` that says what is wrong with the file, and the
 * disk's errors; then nothing has changed.
 */
export async function stageStationBackup({ dataFolder, file, carried = {}, signal }: StageStationBackup): Promise<BackupHead> {
  let head: BackupHead | undefined;
  await stageRestore(dataFolder, async (folder) => {
    const database = stagedDatabase(folder, STATION_DATABASE);
    head = await inBackupThread({ kind: 'unpack', file, database, newestSchema: STATION_MIGRATIONS.length, of: 'station' }, signal);
    takeFiles(database, { isPart: isStationFile, write: (name, content) => stageFile(folder, name, content) });
    carrySettings(database, carried);
  });
  if (!head) throw new Error('nothing was staged');
  return head;
}

/** Writes settings into the database that is staged. */
export function carrySettings(database: string, settings: CarriedSettings): void {
  const opened = new DatabaseSync(database);
  try {
    const put = opened.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)');
    for (const [key, value] of Object.entries(settings)) put.run(key, value);
  } finally {
    opened.close();
  }
}
