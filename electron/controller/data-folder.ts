import { join } from 'node:path';

/** The database of a data folder. */
export function databaseIn(dataFolder: string): string {
  return join(dataFolder, 'controller.db');
}

/** How far serials and prints may have come, beside the database. */
export function marksIn(dataFolder: string): string {
  return join(dataFolder, 'high-water.json');
}

/** The folder of its backups. */
export function backupsIn(dataFolder: string): string {
  return join(dataFolder, 'backups');
}
