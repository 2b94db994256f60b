import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { chown, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordOrigin } from '#storage/files/file-identity.ts';
import { moveDurably } from '#storage/files/durable-file.ts';
import { copyOpenFile } from './copy-file.ts';
import { openFile, openFolder, type OpenFolder } from './open-without-links.ts';

/** The database of a data folder with the files that belong to it. */
export interface DataFiles {
  folder: string;
  /** File name of the database. */
  database: string;
  /** Other files that say the same about what was printed. */
  others: readonly string[];
  /** Whether the program notes the file that the database is, and asks a person when it is another one. */
  hasOrigin: boolean;
}

export function controllerFiles(folder: string): DataFiles {
  return { folder, database: 'controller.db', others: ['high-water.json'], hasOrigin: true };
}

export function stationFiles(folder: string): DataFiles {
  return { folder, database: 'station.db', others: [], hasOrigin: false };
}

/** The index of the write-ahead log is made again by SQLite. */
const INDEX = '-shm';
const RETURNING = '.rollback';

/**
 * Copies the files of a database that no program has open to a folder of their own, which appears with all of them or not at all. The database may be missing.
 * An earlier copy is replaced.
 */
export async function copyData(files: DataFiles, target: string): Promise<void> {
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  const folder = await openFolderIfPresent(files.folder);
  if (folder) {
    try {
      for (const name of namesIn(folder, files)) await copyOut(folder, name, join(part, name));
    } finally {
      await folder.close();
    }
  }
  rmSync(target, { recursive: true, force: true });
  moveDurably(part, target);
}

/**
 * Replaces the files of a database by an earlier copy. No program may have it open. May be repeated after a kill: as long as it has not returned, nothing may
 * start on the folder. The files belong to the owner of the folder.
 */
export async function putDataBack(files: DataFiles, source: string): Promise<void> {
  const folder = await openFolder(files.folder);
  try {
    const owner = await stat(folder.path);
    const names = readdirSync(source);
    for (const name of names) await copyIn(join(source, name), `${folder.path}/${name}${RETURNING}`, owner);
    // The log of the other database goes first: SQLite would apply it to this one.
    for (const name of namesIn(folder, files, true).filter((found) => !found.endsWith(RETURNING))) {
      if (name !== files.database || !names.includes(name)) rmSync(`${folder.path}/${name}`, { force: true });
    }
    for (const name of names.sort()) renameSync(`${folder.path}/${name}${RETURNING}`, `${folder.path}/${name}`);
    if (files.hasOrigin && names.includes(files.database)) await noteOrigin(folder, files.database, owner);
    await syncFolder(folder);
  } finally {
    await folder.close();
  }
}

/** The database is this file from now on: it is the one that the last run left, and no copy that a person has to confirm. */
async function noteOrigin(folder: OpenFolder, database: string, { uid, gid }: Owner): Promise<void> {
  recordOrigin(`${folder.path}/${database}`);
  await chown(`${folder.path}/${database}-origin`, uid, gid);
}

interface Owner {
  uid: number;
  gid: number;
}

async function openFolderIfPresent(folder: string): Promise<OpenFolder | undefined> {
  return existsSync(folder) ? openFolder(folder) : undefined;
}

/** Names of the files of the database, without temporary ones. */
function namesIn(folder: OpenFolder, { database, others }: DataFiles, withIndex = false): string[] {
  return readdirSync(folder.path).filter((name) => {
    if (name.endsWith(RETURNING)) return false;
    if (name.endsWith(INDEX) && name.startsWith(database)) return withIndex;
    return name === database || name.startsWith(`${database}-`) || name.startsWith(`${database}.`) || others.includes(name);
  });
}

async function copyOut(folder: OpenFolder, name: string, target: string): Promise<void> {
  const file = await openFile(folder, name);
  try {
    await copyOpenFile(file, target);
  } finally {
    await file.close();
  }
}

async function copyIn(source: string, target: string, { uid, gid }: Owner): Promise<void> {
  const file = await open(source, 'r');
  try {
    await copyOpenFile(file, target);
    await chown(target, uid, gid);
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: OpenFolder): Promise<void> {
  const handle = await open(folder.path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
