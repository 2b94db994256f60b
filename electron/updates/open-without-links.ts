import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { UpdateRefusal } from './update-refusal.ts';

const { O_RDONLY, O_NOFOLLOW, O_DIRECTORY, O_NONBLOCK } = constants;

/** An open folder. What is below `path` is in this very folder, even if its name means another one meanwhile. Linux only. */
export interface OpenFolder {
  path: string;
  close(): Promise<void>;
}

/**
 * Opens a folder of another user. No symbolic link is followed in any part of the path, so that its owner cannot lead a program of root elsewhere. Throws an
 * `UpdateRefusal` for a link, and ENOENT for a missing folder.
 */
export async function openFolder(folder: string): Promise<OpenFolder> {
  let handle = await open(sep, O_RDONLY | O_DIRECTORY);
  for (const part of resolve(folder).split(sep).filter(Boolean)) {
    const parent = handle;
    try {
      handle = await openPart(`/proc/self/fd/${parent.fd}/${part}`, { path: folder, flags: O_RDONLY | O_DIRECTORY });
    } finally {
      await parent.close();
    }
  }
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

/** Opens a regular file of an open folder for reading. Throws an `UpdateRefusal` for a link and for anything that is no file. */
export async function openFile(folder: OpenFolder, name: string): Promise<FileHandle> {
  if (name === '' || name === '.' || name === '..' || name.includes(sep)) throw new UpdateRefusal(`"${name}" is not the name of a file.`);
  // Without O_NONBLOCK the open of a pipe would wait for its writer.
  const handle = await openPart(`${folder.path}/${name}`, { path: name, flags: O_RDONLY | O_NONBLOCK });
  const stat = await handle.stat();
  if (stat.isFile()) return handle;
  await handle.close();
  throw new UpdateRefusal(`"${name}" is not a regular file.`);
}

async function openPart(at: string, { path, flags }: { path: string; flags: number }): Promise<FileHandle> {
  try {
    return await open(at, flags | O_NOFOLLOW);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ELOOP' || code === 'ENOTDIR')
      throw new UpdateRefusal(`"${path}" leads over a symbolic link, which is not followed.`, { code: 'link', values: { name: path } });
    throw error;
  }
}
