import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import { Durability } from '../wal/durability.ts';
import { changedBy, CACHED_TABLES, TableVersions, type CachedTable } from './table-versions.ts';
import type { WalSync } from '../wal/wal-sync.ts';
import { isOnReadOnlyDisk } from '../files/read-only-disk.ts';
import { BrokenDatabaseError, isOpenedForReading, judgeFailure } from '../integrity/sqlite-failure.ts';

/** Cache of prepared statements, limited by number and total characters. A statement of more than 32 K characters is not cached. */
const STATEMENTS = { max: 500, maxSize: 1024 * 1024, maxEntrySize: 32 * 1024 };

/** Is informed about failures of the disk. */
export interface DiskListener {
  /** The disk failed. The database refuses every statement from now on, and the program has to stop printing. */
  onBroken?: ((error: BrokenDatabaseError) => void) | undefined;
  /** The disk is full: a statement changed nothing. */
  onFull?: (() => void) | undefined;
  /** The disk is read-only: a statement changed nothing. */
  onReadOnly?: (() => void) | undefined;
  /** The disk was read-only when the file was opened, and is writable now: reopen the file to write. */
  onWritable?: (() => void) | undefined;
  /** The durable position of the WAL could not be recorded (`DurablePosition`). Only the detection of a truncated WAL depends on it. */
  onUnwitnessed?: ((error: unknown) => void) | undefined;
}

/** A database for Kysely's SQLite dialect, with change counters for caches. */
export interface KyselyDatabase extends SqliteDatabase {
  readonly tableVersions: TableVersions;
  /** Undefined for a database in memory or on a read-only disk. */
  readonly durability: Durability | undefined;
  /** Classifies an error of another connection to the file (`judgeFailure`), and informs the disk listener. */
  judge: (error: unknown) => unknown;
}

/**
 * Transactions take the write lock at once. Another process may write too (the command that adds API keys), and a transaction that starts as a
 * reader fails with SQLITE_BUSY at its first write if the database has changed since.
 */
const BEGIN = 'begin immediate';

const ROLLBACK = /^\s*ROLLBACK\b/i;

/**
 * Adapts node:sqlite to Kysely's SQLite dialect, with a cache of prepared statements. A statement outside a transaction is durable when it returns; a
 * commit is durable when `durability` says so. After a failure with an unknown outcome it calls `onBroken` once and refuses every further
 * statement. `sync` syncs the WAL; undefined for a database without one.
 */
export function asKyselyDatabase(database: DatabaseSync, disk: DiskListener, sync?: WalSync): KyselyDatabase {
  return new Connection(database, disk, sync);
}

class Connection implements KyselyDatabase {
  readonly tableVersions = new TableVersions();
  readonly durability: Durability | undefined;
  readonly #database: DatabaseSync;
  readonly #disk: DiskListener;
  readonly #sync: WalSync | undefined;
  readonly #prepared = new LRUCache<string, SqliteStatement>({ ...STATEMENTS, sizeCalculation: (_statement, sql) => sql.length + 1 });
  #broken: BrokenDatabaseError | undefined;

  constructor(database: DatabaseSync, disk: DiskListener, sync: WalSync | undefined) {
    this.#database = database;
    this.#disk = disk;
    this.#sync = sync;
    this.durability = sync && new Durability(sync, (error) => this.#break(new BrokenDatabaseError(error)));
  }

  prepare(sql: string): SqliteStatement {
    const cached = this.#prepared.get(sql);
    if (cached) return cached;
    const statement = this.#attempt(sql, () => this.#statement(sql, this.#database.prepare(sql === 'begin' ? BEGIN : sql)));
    this.#prepared.set(sql, statement);
    return statement;
  }

  judge(error: unknown): unknown {
    return this.#judge('', error);
  }

  close(): void {
    this.#sync?.close();
    this.#database.close();
    this.#sync?.position?.close();
  }

  #statement(sql: string, statement: StatementSync): SqliteStatement {
    const execute = this.#executorOf(sql);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      // Kysely: whether the statement returns rows.
      reader: statement.columns().length > 0,
      all: (parameters) => execute(() => statement.all(...values(parameters))),
      run: (parameters) => {
        // SQLite has already rolled back after a full disk or a failed commit. Another rollback would throw and hide the reason.
        if (sql === 'rollback' && !this.#database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
        return execute(() => statement.run(...values(parameters)));
      },
      iterate: (parameters) => this.#attempt(sql, () => statement.iterate(...values(parameters))),
    };
  }

  /** Returns the function that runs a statement, and counts its changes and commits. */
  #executorOf(sql: string): <Result>(work: () => Result) => Result {
    const changed = ROLLBACK.test(sql) ? CACHED_TABLES : changedBy(sql);
    if (changed) return (work) => this.#change(sql, changed, work);
    if (sql !== 'commit') return (work) => this.#attempt(sql, work);
    return (work) => {
      const result = this.#attempt(sql, work);
      this.durability?.commit();
      return result;
    };
  }

  #change<Result>(sql: string, tables: readonly CachedTable[], work: () => Result): Result {
    this.tableVersions.changed(tables);
    const { durability } = this;
    if (!durability) return this.#attempt(sql, work);
    if (!this.#database.isTransaction) return this.#attempt(sql, () => durability.runDurably(work));
    durability.change();
    return this.#attempt(sql, work);
  }

  #attempt<Result>(sql: string, work: () => Result): Result {
    if (this.#broken) throw this.#broken;
    try {
      return work();
    } catch (error) {
      // SQLite may have rolled back the whole transaction.
      this.tableVersions.changed();
      throw error === this.#broken ? error : this.#judge(sql, error);
    }
  }

  #judge(sql: string, error: unknown): unknown {
    const isReadOnly = () => isReadOnlyFile(this.#database);
    const failure = judgeFailure(sql, error, isReadOnly);
    if (failure instanceof BrokenDatabaseError) return this.#break(failure);
    if (failure instanceof ProblemError) notifyListener(failure, this.#disk);
    if (isOpenedForReading(error) && !isReadOnly()) this.#disk.onWritable?.();
    return failure;
  }

  #break(failure: BrokenDatabaseError): BrokenDatabaseError {
    if (this.#broken) return this.#broken;
    this.#broken = failure;
    this.#disk.onBroken?.(failure);
    return failure;
  }
}

function notifyListener({ slug }: ProblemError, { onFull, onReadOnly }: DiskListener): void {
  if (slug === 'disk-read-only') onReadOnly?.();
  else onFull?.();
}

/** False for a database in memory. */
function isReadOnlyFile(database: DatabaseSync): boolean {
  const file = database.location();
  return file !== null && isOnReadOnlyDisk(file);
}
