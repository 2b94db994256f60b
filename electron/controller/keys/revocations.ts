import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, writeDurably } from '#storage/durable-file.ts';

/** The hash of a key, and when it was revoked in milliseconds since the epoch. */
const MARK = /^([0-9a-f]{64})-(\d{1,15})$/;

/**
 * Which keys were revoked, in a folder beside the database: a backup that is restored, or an older file of the database, does not know it. Each
 * has a file of its own that is only ever added, so that processes need no turns and damage to one says nothing of the others.
 */
export class Revocations {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Durable when this returns. Throws what the disk throws. */
  keep(hash: string, moment: number): void {
    makeFolderDurably(this.#folder);
    writeDurably(join(this.#folder, `${hash}-${moment}`), '');
  }

  /** The moments by hash. Throws when the folder cannot be read: then nobody knows which keys hold. */
  read(): ReadonlyMap<string, number> {
    const marks = namesIn(this.#folder).map((name) => MARK.exec(name));
    return new Map(marks.flatMap((mark) => (mark?.[1] === undefined ? [] : [[mark[1], Number(mark[2])]])));
  }
}

/** Those of a data folder. */
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
