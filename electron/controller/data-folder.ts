import { join } from 'node:path';

/** The database of a data folder. */
export function databaseIn(dataFolder: string): string {
  return join(dataFolder, 'controller.db');
}
