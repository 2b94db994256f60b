import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from './durable-file.ts';

/** Which file or folder is at a path now; another one that takes its place has another identity. It holds until the machine is restarted. */
export function identityAt(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** What tells a file from its copy also after a restart of the machine: numbers of devices may change then. */
const originSchema = z.object({
  inode: z.string(),
  /** In nanoseconds since the epoch; null where the file system does not say it. */
  born: z.string().nullable(),
});
type Origin = z.infer<typeof originSchema>;

/** The file beside a database that says which file the database was. */
export function originOf(database: string): string {
  return `${database}-origin`;
}

/** Writes down which file the database is, durably. Throws what the disk throws. */
export function keepOrigin(database: string): void {
  const text = JSON.stringify(lookAt(database));
  if (textOf(originOf(database)) !== text) writeDurably(originOf(database), text);
}

/**
 * Whether the database is another file than the one that `keepOrigin` was told of: its folder was copied, or put in place by hand. False where
 * nothing was written down that can be read.
 */
export function isCopied(database: string): boolean {
  const origin = readOrigin(database);
  return origin !== undefined && !isSame(origin, lookAt(database));
}

/** Some file systems (exFAT) number their files anew with each mount, and some (ext4) give a copy the number of a file that was deleted: the moment of birth counts first. */
function isSame(one: Origin, other: Origin): boolean {
  return one.born !== null && other.born !== null ? one.born === other.born : one.inode === other.inode;
}

function lookAt(file: string): Origin {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  // Where the moment of birth is not known, Node gives 0 or the moment of the last change.
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
