import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { existingDatabase } from '../database/existing-database.ts';
import { PAGE_SIZE, RowPages, type Texts } from './row-pages.ts';

/** A checkpoint runs after so many bytes. From about 4 MB SQLite would run it within the next commit, which would wait for it. */
const CHECKPOINT_BYTES = 3_000_000;
/** Most bytes of long rows in one batch. */
const MAX_LONG_BYTES = 1_048_576;

export interface BulkRowsOptions {
  /** The database, which may be in use. */
  file: string;
  /** A temporary database for the rows of a batch. It is created here; the caller removes it. */
  stagingFile: string;
  /** An existing, empty table. */
  table: string;
  /** Its column definitions: the row number, then texts. */
  columns: string;
}

interface LongRow {
  row: number;
  texts: string[];
}

/**
 * Inserts many rows into a table on its own connection, for a worker thread that gets the write lock for each batch (`lendDatabase`). The rows become
 * durable with the next synced commit of the lender, since all commits are in one WAL.
 */
export class BulkRows {
  readonly #database: DatabaseSync;
  readonly #table: string;
  readonly #staging: number;
  readonly #pages: RowPages;
  readonly #copy: StatementSync;
  #longRows: LongRow[] = [];
  #longBytes = 0;
  #rowCount = 0;
  #bytesSinceCheckpoint = 0;

  constructor({ file, stagingFile, table, columns }: BulkRowsOptions) {
    this.#table = table;
    this.#database = new DatabaseSync(existingDatabase(file), { timeout: 5_000 });
    // No sync here: the lender's next commit syncs the WAL, and SQLite syncs it before a checkpoint.
    this.#database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
    this.#database.prepare('ATTACH ? AS staging').run(stagingFile);
    this.#database.exec(`
      PRAGMA staging.page_size = ${PAGE_SIZE}; PRAGMA staging.auto_vacuum = NONE; PRAGMA staging.synchronous = OFF;
      CREATE TABLE staging.rows (${columns}) STRICT;
    `);
    this.#staging = openSync(stagingFile, 'r+');
    const firstPage = new Uint8Array(PAGE_SIZE);
    readSync(this.#staging, firstPage, 0, PAGE_SIZE, 0);
    this.#pages = new RowPages(firstPage);
    // Both tables have the same columns, so SQLite copies whole records without decoding them (xfer optimization).
    this.#copy = this.#database.prepare(`INSERT INTO main.${table} SELECT * FROM staging.rows`);
  }

  /** Number of rows that were added. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Adds rows from index `from` on until the batch is full. Returns the index of the first row that was not added. */
  add(texts: Texts, from: number): number {
    for (let index = from; index < texts.rowCount; index += 1) {
      if (!this.#addRow(texts, 2 * texts.width * index)) return index;
      this.#rowCount += 1;
    }
    return texts.rowCount;
  }

  /** Writes the batch to the staging file. Needs no lock. */
  prepare(): void {
    const image = this.#pages.take();
    writeSync(this.#staging, image, 0, image.length, 0);
    this.#bytesSinceCheckpoint += image.length;
  }

  /** Inserts the prepared batch in one transaction. The caller must hold the write lock. */
  write(): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      this.#copy.run();
      for (const { row, texts } of this.#longRows) this.#insertFor(texts.length).run(row, ...texts);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    this.#longRows = [];
    this.#longBytes = 0;
  }

  /** Checkpoints a long WAL. Needs no lock: concurrent writes stay in the WAL. */
  shortenLog(): void {
    if (this.#bytesSinceCheckpoint < CHECKPOINT_BYTES) return;
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    this.#bytesSinceCheckpoint = 0;
  }

  close(): void {
    this.#database.close();
    closeSync(this.#staging);
  }

  #addRow(texts: Texts, first: number): boolean {
    const outcome = this.#pages.add(texts, first, this.#rowCount);
    if (outcome !== 'too long') return outcome === 'added';
    if (this.#longBytes > MAX_LONG_BYTES) return false;
    const row = textsOf(texts, first);
    this.#longBytes += row.reduce((sum, text) => sum + text.length, 0);
    this.#longRows.push({ row: this.#rowCount, texts: row });
    return true;
  }

  #insertFor(width: number): StatementSync {
    return this.#database.prepare(`INSERT INTO main.${this.#table} VALUES (?${', ?'.repeat(width)})`);
  }
}

function textsOf({ bytes, bounds, width }: Texts, first: number): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: width }, (_, column) => text.toString('utf8', bounds[first + 2 * column], bounds[first + 2 * column + 1]));
}
