import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolderDurably, moveDurably, syncPath } from '../files/durable-file.ts';
import { restoreFileOf, replacedFolderOf, takeRestored } from './swap-database.ts';

/** The folder that is being filled, and its name once it is complete. */
const BEING_STAGED = 'restore.part';
const STAGED = 'restore.ready';

/**
 * Stages the files that replace those of a data folder at its next start: `write` puts them into a folder, with the paths that they get in the data folder. Until
 * all of them are durable nothing is staged; an earlier staged restore is replaced. Throws what `write` throws, and the disk's errors; then the data folder is
 * as before.
 */
export async function stageRestore(dataFolder: string, write: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(dataFolder, BEING_STAGED);
  rmSync(folder, { recursive: true, force: true });
  try {
    makeFolderDurably(folder);
    await write(folder);
    for (const file of filesBelow(folder)) syncFile(file);
    for (const each of foldersBelow(folder)) syncPath(each);
    rmSync(join(dataFolder, STAGED), { recursive: true, force: true });
    moveDurably(folder, join(dataFolder, STAGED));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a file into the folder of `stageRestore`. */
export function stageFile(folder: string, name: string, content: Uint8Array): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content, { mode: 0o600 });
}

/** The path, in the folder of `stageRestore`, of the file that becomes this database of the data folder. */
export function stagedDatabase(folder: string, database: string): string {
  return restoreFileOf(join(folder, database));
}

/**
 * Puts a staged restore in place, and returns whether there was one. Call it at a start, with the folder locked and before its database is opened. The former
 * files are kept in `replaced`. After a kill the next call continues. A database below a folder of the data folder, as that of the controller, is left as
 * its `.restore`, which its own program takes at its start.
 */
export function takeStaged(dataFolder: string, database: string, now: number): boolean {
  rmSync(join(dataFolder, BEING_STAGED), { recursive: true, force: true });
  const staged = join(dataFolder, STAGED);
  const isStaged = existsSync(staged);
  if (isStaged) {
    const replaced = replacedFolderOf(join(dataFolder, database), now);
    for (const file of filesBelow(staged)) place(file, { name: relative(staged, file), dataFolder, replaced });
    rmSync(staged, { recursive: true, force: true });
  }
  return takeRestored(join(dataFolder, database), now) || isStaged;
}

function place(file: string, { name, dataFolder, replaced }: { name: string; dataFolder: string; replaced: string }): void {
  const target = join(dataFolder, name);
  const isDatabase = name.endsWith(restoreFileOf(''));
  if (existsSync(target) && !isDatabase) {
    const kept = join(replaced, name);
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    moveDurably(target, kept);
  }
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  moveDurably(file, target);
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  // Databases come last: they are the ones that name the restore in the log.
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.sort((one, other) => depthOf(other) - depthOf(one) || (one < other ? -1 : 1));
}

function depthOf(file: string): number {
  return file.split(sep).length;
}

function foldersBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [...entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name)), folder];
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
