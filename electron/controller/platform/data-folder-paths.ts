import { join } from 'node:path';

/** The database of a data folder. */
export function databaseFileIn(dataFolder: string): string {
  return join(dataFolder, 'controller.db');
}

/** The high-water marks of counters and prints, next to the database. */
export function highWaterFileIn(dataFolder: string): string {
  return join(dataFolder, 'high-water.json');
}

/** The folder of the backups in a data folder. */
export function backupFolderIn(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

/** The key that signs the audit log, next to the database and not in it. */
export function auditSigningKeyIn(dataFolder: string): string {
  return join(dataFolder, 'audit-signing-key.pem');
}
