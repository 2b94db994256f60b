import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Where the rows of a version lie, some thousand at a time, before the database takes them over: beside it, on the same disk. */
export function stagingFileOf(database: string, id: number): string {
  return `${database}-rows-${id}`;
}

/** Removes what killed imports have left. */
export async function removeStagingFiles(database: string): Promise<void> {
  const folder = dirname(database);
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${basename(database)}-rows-`));
  for (const name of left) await rm(join(folder, name), { force: true });
}
