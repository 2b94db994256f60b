import { createHash } from 'node:crypto';
import { copyFileSync, constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** What decides whether an older version can go on with a database, and whether an older copy of it may take its place. */
export const dataFactsSchema = z.object({
  /** Version of its schema. */
  schema: z.number().int(),
  /** The highest print id that was ever reserved in it. */
  lastPrint: z.number().int(),
  /** Hash of the blocks of numbers and rows that it has got from the plant or given back. */
  blocks: z.string(),
});
export type DataFacts = z.infer<typeof dataFactsSchema>;

const BLOCK_TABLES = ['counter_blocks', 'row_blocks'];
/** A WAL that is shorter has no header: SQLite ignores it. */
const WAL_HEADER = 32;

/**
 * Reads the facts of a database that no program has open, without changing its folder. `scratch` is a folder for a temporary copy, which is needed when a
 * write-ahead log was left. Throws what SQLite throws for a damaged database.
 */
export function readFacts(database: string, scratch: string): DataFacts {
  const wal = `${database}-wal`;
  if (!existsSync(wal) || statSync(wal).size < WAL_HEADER) return factsOf(`${pathToFileURL(database).href}?immutable=1`, true);
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { recursive: true });
  try {
    const copy = join(scratch, 'database');
    for (const ending of ['', '-wal']) copyFileSync(database + ending, copy + ending, constants.COPYFILE_FICLONE);
    return factsOf(copy, false);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function factsOf(path: string, readOnly: boolean): DataFacts {
  const database = new DatabaseSync(path, { readOnly });
  try {
    const schema = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    const lastPrint = hasTable(database, 'sqlite_sequence')
      ? Number(database.prepare("SELECT coalesce(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'prints'").get()?.['seq'])
      : 0;
    const blocks = createHash('sha256');
    for (const table of BLOCK_TABLES) {
      if (!hasTable(database, table)) continue;
      for (const row of database.prepare(`SELECT * FROM ${table} ORDER BY id`).iterate()) blocks.update(JSON.stringify(row));
    }
    return { schema, lastPrint, blocks: blocks.digest('hex') };
  } finally {
    database.close();
  }
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** What a roll-back does with a database. */
export type DataVerdict = 'keep' | 'restore' | 'refuse';

/**
 * Decides from what was saved before the new version started and what there is now; undefined facts are those of a missing database, `unreadable` those of a
 * damaged one. An unchanged schema is simply kept. A changed one is replaced by the old database only when nothing was reserved since: otherwise values would
 * be printed twice, and the roll-back is refused.
 */
export function judgeData(saved: DataFacts | null, now: DataFacts | 'unreadable' | null): DataVerdict {
  // The new version has made the database: an old one starts without it as it did before.
  if (saved === null) return now === null ? 'keep' : judgeNew(now);
  if (now === 'unreadable' || now === null) return 'refuse';
  if (now.schema === saved.schema) return 'keep';
  return now.lastPrint === saved.lastPrint && now.blocks === saved.blocks ? 'restore' : 'refuse';
}

function judgeNew(now: DataFacts | 'unreadable'): DataVerdict {
  return now !== 'unreadable' && now.lastPrint === 0 ? 'restore' : 'refuse';
}
