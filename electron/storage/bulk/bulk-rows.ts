import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { PAGE_SIZE, RowPages, type Texts } from './row-pages.ts';

/** What is in the log by then is put into the file itself. From some 4 MB on SQLite would do so with somebody's commit, who waits for it. */
const MOST_BYTES_IN_LOG = 3_000_000;
/** Bytes of long rows that are written at a time. */
const MOST_LONG_BYTES = 1_048_576;

export interface BulkRowsOptions {
  /** The database, which others work with too. */
  file: string;
  /** A file in which rows lie before SQLite takes them over; it is made here, and the caller removes it. */
  stagingFile: string;
  /** A table that is there and has no rows. */
  table: string;
  /** Its columns as it was created with them: the number of the row, then texts. */
  columns: string;
}

interface LongRow {
  row: number;
  texts: string[];
}

/**
 * Writes many rows to a table on a connection of its own: for a thread that is lent the database again and again. What it has written is
 * durable with the next commit of whoever lends it, since all commits share one log.
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
  #bytesInLog = 0;

  constructor({ file, stagingFile, table, columns }: BulkRowsOptions) {
    this.#table = table;
    this.#database = new DatabaseSync(file, { timeout: 5_000 });
    // Who commits what was promised makes the log durable, and SQLite does before it puts any of it into the file.
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
    // Both tables have the same columns: SQLite copies the rows as they lie there.
    this.#copy = this.#database.prepare(`INSERT INTO main.${table} SELECT * FROM staging.rows`);
  }

  /** How many rows were added. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** Adds the rows from this place on until there are as many as are written at a time. Gives the place of the first that was not added. */
  add(texts: Texts, from: number): number {
    for (let place = from; place < texts.rowCount; place += 1) {
      if (!this.#addRow(texts, 2 * texts.width * place)) return place;
      this.#rowCount += 1;
    }
    return texts.rowCount;
  }

  /** Gets ready to write what was added. Others may write to the database meanwhile. */
  prepare(): void {
    const image = this.#pages.take();
    writeSync(this.#staging, image, 0, image.length, 0);
    this.#bytesInLog += image.length;
  }

  /** Writes what is ready, in one transaction. Nobody else may write meanwhile. */
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

  /** Puts a long log into the file itself. Others may write meanwhile: what they write stays in the log. */
  shortenLog(): void {
    if (this.#bytesInLog < MOST_BYTES_IN_LOG) return;
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    this.#bytesInLog = 0;
  }

  close(): void {
    this.#database.close();
    closeSync(this.#staging);
  }

  #addRow(texts: Texts, first: number): boolean {
    const outcome = this.#pages.add(texts, first, this.#rowCount);
    if (outcome !== 'too long') return outcome === 'added';
    if (this.#longBytes > MOST_LONG_BYTES) return false;
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
  return Array.from({ length: width }, (_, place) => text.toString('utf8', bounds[first + 2 * place], bounds[first + 2 * place + 1]));
}
