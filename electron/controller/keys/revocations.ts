import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, writeDurably } from '#storage/files/durable-file.ts';

/** A file name: the hash of a key, and when it was revoked in milliseconds since the epoch. */
const FILE_NAME = /^([0-9a-f]{64})-(\d{1,15})$/;

/**
 * Revoked keys, stored in a folder outside the database, because a restored backup or an older database does not contain them. Each has its
 * own file, and files are only added, so processes need no lock and damage to one file does not affect others.
 */
export class Revocations {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Stores a revocation; durable when this returns. Throws what the disk throws. */
  add(hash: string, moment: number): void {
    makeFolderDurably(this.#folder);
    writeDurably(join(this.#folder, `${hash}-${moment}`), '');
  }

  /** The times of revocation by hash. Throws when the folder cannot be read, because then no key may be trusted. */
  read(): ReadonlyMap<string, number> {
    const marks = namesIn(this.#folder).map((name) => FILE_NAME.exec(name));
    return new Map(marks.flatMap((mark) => (mark?.[1] === undefined ? [] : [[mark[1], Number(mark[2])]])));
  }
}

/** The revocations of a data folder. */
export function revocationsIn(dataFolder: string): Revocations {
  return new Revocations(join(dataFolder, 'revoked-keys'));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
