import { closeSync, openSync, readSync } from 'node:fs';
import { APPLICATION_ID, type Migration } from './migrate.ts';

/** Offsets of `user_version` and `application_id` in SQLite's file header (https://sqlite.org/fileformat.html), both big-endian. */
const HEADER_BYTES = 100;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;

/**
 * Whether a newer Strobe wrote the file, by its header only: the database is not opened, and its WAL is not read. False for a missing, short or damaged
 * file.
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
