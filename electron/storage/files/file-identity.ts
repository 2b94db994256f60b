import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from './durable-file.ts';

/** Device and inode of a path, which identify the file or folder until the machine restarts. */
export function identityAt(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** Identifies a file also after a restart, when device numbers may change. */
const originSchema = z.object({
  inode: z.string(),
  /** Time of creation in nanoseconds since the epoch; null if the file system does not record it. */
  born: z.string().nullable(),
});
type Origin = z.infer<typeof originSchema>;

/** The file that records the origin of a database. */
export function originOf(database: string): string {
  return `${database}-origin`;
}

/** Records the origin of a database durably. Throws the disk's error. */
export function recordOrigin(database: string): void {
  const text = JSON.stringify(originAt(database));
  if (textOf(originOf(database)) !== text) writeDurably(originOf(database), text);
}

/** Whether the database is another file than the recorded one: the folder was copied, or the file was replaced by hand. False without a valid record. */
export function isCopied(database: string): boolean {
  const origin = readOrigin(database);
  return origin !== undefined && !isSame(origin, originAt(database));
}

/** Compares the times of creation first: exFAT renumbers its inodes at each mount, and ext4 may reuse the inode of a deleted file for its copy. */
function isSame(one: Origin, other: Origin): boolean {
  return one.born !== null && other.born !== null ? one.born === other.born : one.inode === other.inode;
}

function originAt(file: string): Origin {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  // Node returns 0 or the time of the last change when the time of creation is unknown.
  const isBirthKnown = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), born: isBirthKnown ? String(birthtimeNs) : null };
}

function readOrigin(database: string): Origin | undefined {
  const text = textOf(originOf(database));
  try {
    return text === undefined ? undefined : originSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
