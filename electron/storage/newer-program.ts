import { closeSync, openSync, readSync } from 'node:fs';
import { APPLICATION_ID, type Migration } from './migrate.ts';

/** Of SQLite's file header (https://sqlite.org/fileformat.html): where it keeps `user_version` and `application_id`, both big-endian. */
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/**
 * Whether the file says of itself that a newer Strobe made it, without opening it as a database. What is still in its log is not seen;
 * a file that is missing, short or damaged is not from a newer program.
 */
export function isFromNewerProgram(file: string, migrations: readonly Migration[]): boolean {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const handle = openSync(file, 'r');
    try {
      if (readSync(handle, header) < HEADER_BYTES) return false;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
  return header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID && header.readInt32BE(USER_VERSION_AT) > migrations.length;
}
