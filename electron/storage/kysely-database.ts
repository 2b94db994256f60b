import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import { Durability } from './durability.ts';
import { changedBy, KEPT_TABLES, KeptTables, type KeptTable } from './kept-tables.ts';
import type { LogSync } from './log-sync.ts';
import { isOnReadOnlyDisk } from './read-only-disk.ts';
import { BrokenDatabaseError, isOpenedForReading, judgeFailure } from './sqlite-failure.ts';

/** Statements that stay prepared, and the characters of their texts together; a longer one is prepared each time that it runs. */
const STATEMENTS = { max: 500, maxSize: 1024 * 1024, maxEntrySize: 32 * 1024 };

/** Who hears of what the disk does not do. */
export interface DiskListener {
  /** The disk failed: the database refuses everything from now on, and whoever promised something by it has to stop. */
  onBroken?: ((error: BrokenDatabaseError) => void) | undefined;
  /** The disk is full: a statement changed nothing. */
  onFull?: (() => void) | undefined;
  /** The disk is read-only: a statement changed nothing. */
  onReadOnly?: (() => void) | undefined;
  /** The file was opened on a read-only disk, which is writable now: whoever wants to write opens it anew. */
  onWritable?: (() => void) | undefined;
  /** How far the log is durable could not be written down beside it: nothing depends on that but what a log that is cut is known by. */
  onUnwitnessed?: ((error: unknown) => void) | undefined;
}

/** A database in the shape that Kysely expects, which knows when what was read of it holds no more. */
export interface KyselyDatabase extends SqliteDatabase {
  readonly kept: KeptTables;
  /** Of a database with a log; one in memory has nothing that a power cut spares, and one on a read-only disk nothing that changes. */
  readonly durability: Durability | undefined;
  /** What a failure means that another connection to the file came upon; whoever listens to the disk hears of it. */
  judge: (error: unknown) => unknown;
}

/**
 * How a transaction begins: as the writer that it will be. Another process may write too, as who adds keys does, and a transaction that only
 * reads at first would fail at its first write if that came between.
 */
const BEGIN = 'begin immediate';

/** What takes changes back. */
const TAKES_BACK = /^\s*ROLLBACK\b/i;

/**
 * node:sqlite in the shape that Kysely's SQLite dialect expects; statements are prepared once. A statement without a transaction is durable
 * when it returns; a commit is when `durability` says so. After a failure that leaves open what is on the disk it does nothing more, so that
 * nothing is answered that may be wrong, and calls `onBroken`, once. `sync` is that of its log, if it has one.
 */
export function asKyselyDatabase(database: DatabaseSync, disk: DiskListener, sync?: LogSync): KyselyDatabase {
  return new Connection(database, disk, sync);
}

class Connection implements KyselyDatabase {
  readonly kept = new KeptTables();
  readonly durability: Durability | undefined;
  readonly #database: DatabaseSync;
  readonly #disk: DiskListener;
  readonly #sync: LogSync | undefined;
  readonly #known = new LRUCache<string, SqliteStatement>({ ...STATEMENTS, sizeCalculation: (_statement, sql) => sql.length + 1 });
  #broken: BrokenDatabaseError | undefined;

  constructor(database: DatabaseSync, disk: DiskListener, sync: LogSync | undefined) {
    this.#database = database;
    this.#disk = disk;
    this.#sync = sync;
    this.durability = sync && new Durability(sync, (error) => this.#break(new BrokenDatabaseError(error)));
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#known.get(sql);
    if (known) return known;
    const prepared = this.#attempt(sql, () => this.#statement(sql, this.#database.prepare(sql === 'begin' ? BEGIN : sql)));
    this.#known.set(sql, prepared);
    return prepared;
  }

  judge(error: unknown): unknown {
    return this.#judge('', error);
  }

  close(): void {
    this.#sync?.close();
    this.#database.close();
    this.#sync?.witness?.close();
  }

  #statement(sql: string, statement: StatementSync): SqliteStatement {
    const does = this.#does(sql);
    const given = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      // Whether it gives rows.
      reader: statement.columns().length > 0,
      all: (parameters) => does(() => statement.all(...given(parameters))),
      run: (parameters) => {
        // After a full disk or a failed commit SQLite has rolled back by itself; a second rollback would hide the reason.
        if (sql === 'rollback' && !this.#database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
        return does(() => statement.run(...given(parameters)));
      },
      iterate: (parameters) => this.#attempt(sql, () => statement.iterate(...given(parameters))),
    };
  }

  /** What goes with a statement, so that it is known what it may have changed, and whether that is durable. */
  #does(sql: string): <Result>(work: () => Result) => Result {
    const changed = TAKES_BACK.test(sql) ? KEPT_TABLES : changedBy(sql);
    if (changed) return (work) => this.#change(sql, changed, work);
    if (sql !== 'commit') return (work) => this.#attempt(sql, work);
    return (work) => {
      const result = this.#attempt(sql, work);
      this.durability?.commit();
      return result;
    };
  }

  #change<Result>(sql: string, tables: readonly KeptTable[], work: () => Result): Result {
    this.kept.changed(tables);
    const { durability } = this;
    if (!durability) return this.#attempt(sql, work);
    if (!this.#database.isTransaction) return this.#attempt(sql, () => durability.alone(work));
    durability.change();
    return this.#attempt(sql, work);
  }

  #attempt<Result>(sql: string, work: () => Result): Result {
    if (this.#broken) throw this.#broken;
    try {
      return work();
    } catch (error) {
      // SQLite may have taken back the whole transaction.
      this.kept.changed();
      throw error === this.#broken ? error : this.#judge(sql, error);
    }
  }

  #judge(sql: string, error: unknown): unknown {
    const isReadOnly = () => isReadOnlyFile(this.#database);
    const failure = judgeFailure(sql, error, isReadOnly);
    if (failure instanceof BrokenDatabaseError) return this.#break(failure);
    if (failure instanceof ProblemError) tell(failure, this.#disk);
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

function tell({ slug }: ProblemError, { onFull, onReadOnly }: DiskListener): void {
  if (slug === 'disk-read-only') onReadOnly?.();
  else onFull?.();
}

/** One in memory has no disk. */
function isReadOnlyFile(database: DatabaseSync): boolean {
  const file = database.location();
  return file !== null && isOnReadOnlyDisk(file);
}
