import { rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { UpdateRefusal } from './update-refusal.ts';

const PIECE = 1_048_576;
const OWNER_ONLY = 0o600;

/**
 * Copies an open file to a new one, durably. An existing file is replaced, and a link in its place is removed and not followed. Throws an `UpdateRefusal` when
 * it is longer than `limit` bytes, and the errors of the disk; then no file remains.
 */
export async function copyOpenFile(from: FileHandle, to: string, limit = Number.MAX_SAFE_INTEGER): Promise<void> {
  rmSync(to, { force: true });
  const target = await open(to, 'wx', OWNER_ONLY);
  try {
    await copyBytes(from, target, limit);
    await target.sync();
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    await target.close();
  }
}

async function copyBytes(from: FileHandle, target: FileHandle, limit: number): Promise<void> {
  const buffer = new Uint8Array(PIECE);
  for (let at = 0; ;) {
    const { bytesRead } = await from.read(buffer, 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    if (at > limit) throw new UpdateRefusal(`The file is longer than ${limit} bytes.`);
    for (let done = 0; done < bytesRead;) done += (await target.write(buffer, done, bytesRead - done)).bytesWritten;
  }
}
