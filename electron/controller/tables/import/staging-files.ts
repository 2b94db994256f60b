import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The file in which rows are staged, some thousand at a time, before the database reads them: next to the database, on the same disk. */
export function stagingFileOf(database: string, id: number): string {
  return `${database}-rows-${id}`;
}

/** Removes the files of killed imports. */
export async function removeStagingFiles(database: string): Promise<void> {
  const folder = dirname(database);
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${basename(database)}-rows-`));
  for (const name of left) await rm(join(folder, name), { force: true });
}
