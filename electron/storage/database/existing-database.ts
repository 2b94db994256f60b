import { pathToFileURL } from 'node:url';

/**
 * The location of a database that must exist, for a connection beside the one that opened it first. By its plain path SQLite would create an
 * empty file when the database has been moved or deleted meanwhile, and the next start would take that for the database.
 */
export function existingDatabase(file: string): string {
  return `${pathToFileURL(file).href}?mode=rw`;
}
