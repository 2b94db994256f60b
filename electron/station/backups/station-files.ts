import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupPart } from '#storage/backup/make-backup.ts';
import { STROBE_FILE } from '#storage/files/strobe-file.ts';
import { SECRET_KEY_FILE } from '../secrets/key-file-box.ts';

/** The station's database in its data folder. */
export const STATION_DATABASE = 'station.db';
/**
 * The key that signs the audit log of the station. No backup contains it: a person who can read it can sign a forged log, and backups are carried away on
 * sticks. A computer without it makes a new one, and the check of the log names both.
 */
export const AUDIT_KEY_FILE = 'audit-signing-key.pem';
/** The authority for the certificates of the page, and the languages that the station offers. */
const FOLDERS = ['tls', 'languages'];
/** Names below these folders. */
const PART_NAME = /^(?:tls|languages)\/[\w.-]{1,100}$/;

/** Whether a backup of a station may contain a file of this name, with slashes. Names that lead out of the data folder are refused. */
export function isStationFile(name: string): boolean {
  if ([STROBE_FILE, SECRET_KEY_FILE].includes(name)) return true;
  return PART_NAME.test(name) && !/\/\.\.?$/.test(name);
}

/** The files of a station's data folder that a backup contains next to the database. */
export function stationFilesIn(dataFolder: string): BackupPart[] {
  const names = [STROBE_FILE, SECRET_KEY_FILE, ...FOLDERS.flatMap((folder) => filesOf(dataFolder, folder))];
  return names.filter(isStationFile).map((name) => ({ name, path: join(dataFolder, name) }));
}

function filesOf(dataFolder: string, folder: string): string[] {
  try {
    const entries = readdirSync(join(dataFolder, folder), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
