import { z } from 'zod';
import { backupNameSchema } from '../api-v3/backup.ts';
import { command, query } from './operation.ts';

/** A backup of the station: its database and the files of its data folder. */
export const stationBackupSchema = z.object({
  name: backupNameSchema,
  /** When it was made, milliseconds since the epoch. */
  made: z.number(),
  /** In bytes. */
  size: z.number().int(),
  /** The version of Strobe that made it. */
  version: z.string(),
  /** The name of the computer that it was made on. */
  computer: z.string(),
});
export type StationBackup = z.infer<typeof stationBackupSchema>;

export const stationBackupsContract = {
  /**
   * The backups of the station, newest first. `isKept` is false for a station without a data folder, which has none. `restored` is the time of the data that
   * this run of the station began with, milliseconds since the epoch; null when nothing was restored.
   */
  list: query(z.object({}), z.object({ isKept: z.boolean(), backups: z.array(stationBackupSchema), restored: z.number().nullable() })),
  /** Makes a backup. */
  make: command('configure', z.object({}), z.object({ backup: stationBackupSchema })),
  /** Checks a backup, and starts the station again with its data. The people and their permissions are those of the backup then. */
  restore: command('people', z.object({ name: backupNameSchema }), z.object({})),
};
