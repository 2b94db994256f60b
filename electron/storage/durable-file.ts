import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WAITING, whileLocked, type Waiting } from './while-locked.ts';

/** What is done to names of files, each of which another program may hold up for a moment. */
export interface FileNames extends Waiting {
  rename: (from: string, to: string) => void;
  /** Removes a file if it is there. */
  remove: (file: string) => void;
}

const NAMES: FileNames = { ...WAITING, rename: renameSync, remove: (file) => rmSync(file, { force: true }) };

/** Puts a text in place of the file's, durably: whoever reads it, also after a power cut, finds the text of before or this one, never a part. */
export function writeDurably(file: string, text: string, names: FileNames = NAMES): void {
  const temporary = `${file}.new`;
  try {
    const handle = whileLocked(() => openSync(temporary, 'w', OWNER_ONLY), names);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    moveDurably(temporary, file, names);
  } catch (error) {
    leave(temporary, names);
    throw error;
  }
}

/** Writes a text to a file, beside the event loop; what is in it is durable when this resolves, its name is not. */
export async function writeBeside(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a text in place of the file's as `writeDurably` does; the event loop goes on meanwhile. One at a time. */
export async function replaceBeside(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  await writeBeside(temporary, text);
  move(temporary, file);
  await syncFolderBeside(file);
}

/** Gives a file another name, at once. It is durable once `syncFolderBeside` has resolved. */
export function move(from: string, to: string): void {
  whileLocked(() => renameSync(from, to));
}

/** The names in the folder of a file are durable when this resolves; the event loop goes on meanwhile. */
export async function syncFolderBeside(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Gives a file another name on the same disk; the move is durable when this returns. What had that name is gone. */
export function moveDurably(from: string, to: string, names: FileNames = NAMES): void {
  whileLocked(() => names.rename(from, to), names);
  for (const folder of new Set([dirname(from), dirname(to)])) syncFolder(folder);
}

/** Makes a folder for the owner alone where there is none; it is durable when this returns. */
export function makeFolderDurably(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  syncFolder(dirname(folder));
}

/** Removes a file if it is there. */
export function removePatiently(file: string, names: FileNames = NAMES): void {
  whileLocked(() => names.remove(file), names);
}

/** Why the text was not written says more than why its beginnings are still there: the next one takes their place. */
function leave(temporary: string, names: FileNames): void {
  try {
    removePatiently(temporary, names);
  } catch {
    return;
  }
}

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

/** Windows has no handle for a folder, and keeps names durable by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
