import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const ENDING = '.strobe-backup';
const HEAD = 4_096;
const HALF = /\.(?:copy|part|restore|new)(?:\.part)?(?:-journal|-wal|-shm)?$/;

/** Reads the folder of backups and the files next to the database without any code of the program. */
export class BackupFiles {
  readonly #dataFolder: string;
  readonly #folder: string;
  /** Backups that were valid; they never change. */
  readonly #whole = new Set<string>();

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, 'backups');
  }

  /** Their names, oldest first. */
  names(): string[] {
    return entries(this.#folder)
      .filter((name) => name.endsWith(ENDING))
      .sort();
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  get looked(): number {
    return this.#whole.size;
  }

  /** Partial files of a backup or restore. */
  unfinished(): string[] {
    return [...entries(this.#folder), ...entries(this.#dataFolder)].filter((name) => HALF.test(name));
  }

  /** Sentences about files that have the name of a backup but are invalid. */
  faults(): string[] {
    return this.names()
      .filter((name) => !this.#whole.has(name))
      .flatMap((name) => {
        const fault = backupFault(this.path(name));
        if (fault === undefined) this.#whole.add(name);
        return fault === undefined ? [] : [`${name} is in the folder of backups: ${fault}`];
      });
  }
}

/** The fault of a backup; undefined if it is complete and valid. */
export function backupFault(file: string): string | undefined {
  const bytes = readFileSync(file);
  const database = bytes.subarray(HEAD);
  try {
    const head = JSON.parse(bytes.toString('latin1', 0, Math.min(HEAD, bytes.length))) as { size: number; sha256: string };
    if (head.size !== database.length) return `it has ${database.length} bytes of ${head.size}`;
    if (head.sha256 !== createHash('sha256').update(database).digest('hex')) return 'its hash does not match';
  } catch {
    return 'its header is incomplete';
  }
  return databaseFault(database, `${file}.looked-at`);
}

function databaseFault(bytes: Buffer, file: string): string | undefined {
  writeFileSync(file, bytes);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const result = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
    return result === 'ok' ? undefined : `its database is damaged: ${String(result)}`;
  } catch (error) {
    return `its database cannot be opened: ${String(error)}`;
  } finally {
    database.close();
    rmSync(file);
  }
}

function entries(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
