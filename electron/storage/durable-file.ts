import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Puts a text in place of the file's, durably: whoever reads it, also after a power cut, finds the text of before or this one, never a part. */
export function writeDurably(file: string, text: string): void {
  const temporary = `${file}.new`;
  try {
    const handle = openSync(temporary, 'w', OWNER_ONLY);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    moveDurably(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Gives a file another name on the same disk; the move is durable when this returns. What had that name is gone. */
export function moveDurably(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of new Set([dirname(from), dirname(to)])) syncFolder(folder);
}

/** Makes a folder for the owner alone where there is none; it is durable when this returns. */
export function makeFolderDurably(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  syncFolder(dirname(folder));
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
