import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RETRY_POLICY, retryWhileLocked, type RetryPolicy } from './retry-while-locked.ts';

/** File operations that are retried while another program has the file open. */
export interface FileOperations extends RetryPolicy {
  rename: (from: string, to: string) => void;
  /** Removes a file if it exists. */
  remove: (file: string) => void;
}

const NAMES: FileOperations = { ...RETRY_POLICY, rename: renameSync, remove: (file) => rmSync(file, { force: true }) };

/** Replaces the content of a file durably and atomically: a reader, also after a power cut, gets the old or the new text. */
export function writeDurably(file: string, text: string, names: FileOperations = NAMES): void {
  const temporary = `${file}.new`;
  try {
    const handle = retryWhileLocked(() => openSync(temporary, 'w', OWNER_ONLY), names);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    moveDurably(temporary, file, names);
  } catch (error) {
    removeQuietly(temporary, names);
    throw error;
  }
}

/** Writes a file without blocking the event loop. Its content is durable when this resolves; its directory entry is not. */
export async function writeInBackground(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Like `writeDurably`, without blocking the event loop. Not for concurrent calls with the same file. */
export async function replaceInBackground(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  await writeInBackground(temporary, text);
  move(temporary, file);
  await syncFolderInBackground(file);
}

/** Renames a file. It is durable when `syncFolderInBackground` has resolved. */
export function move(from: string, to: string): void {
  retryWhileLocked(() => renameSync(from, to));
}

/** Makes renames in the folder of a file durable, without blocking the event loop. */
export async function syncFolderInBackground(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Renames a file on the same disk durably, replacing an existing one. */
export function moveDurably(from: string, to: string, names: FileOperations = NAMES): void {
  retryWhileLocked(() => names.rename(from, to), names);
  for (const folder of new Set([dirname(from), dirname(to)])) syncPath(folder);
}

/** Makes the content of all files in a folder, and their names, durable. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name));
  }
  syncPath(folder);
}

/** Creates a folder durably, accessible by its owner only, if it does not exist. */
export function makeFolderDurably(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  syncPath(dirname(folder));
}

/** Removes a file if it exists; retries while another program has it open. */
export function removePatiently(file: string, names: FileOperations = NAMES): void {
  retryWhileLocked(() => names.remove(file), names);
}

/** Ignores an error, which would hide the one that is being thrown. The next write overwrites the file. */
function removeQuietly(temporary: string, names: FileOperations): void {
  try {
    removePatiently(temporary, names);
  } catch {
    return;
  }
}

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

/** Makes the names in a folder, or the content of a file, durable. Does nothing on Windows, which cannot sync a folder, and makes renames durable itself. */
export function syncPath(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
