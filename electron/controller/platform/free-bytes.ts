import { statfs } from 'node:fs/promises';

/** The bytes that are free on the disk of a folder; undefined when the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // The folder may have been removed, or be on a disk of the network that is away.
    return undefined;
  }
}
