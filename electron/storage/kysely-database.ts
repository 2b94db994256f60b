import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import { changedBy, KEPT_TABLES, KeptTables } from './kept-tables.ts';
import { isOnReadOnlyDisk } from './read-only-disk.ts';
import { BrokenDatabaseError, isOpenedForReading, judgeFailure } from './sqlite-failure.ts';

const STATEMENT_LIMIT = 500;

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
}

/** A database in the shape that Kysely expects, which knows when what was read of it holds no more. */
export interface KyselyDatabase extends SqliteDatabase {
  readonly kept: KeptTables;
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
 * node:sqlite in the shape that Kysely's SQLite dialect expects; statements are prepared once. After a failure that leaves open what is
 * on the disk it does nothing more, so that nothing is answered that may be wrong, and calls `onBroken`, once.
 */
export function asKyselyDatabase(database: DatabaseSync, disk: DiskListener): KyselyDatabase {
  const known = new Map<string, SqliteStatement>();
  const kept = new KeptTables();
  let broken: BrokenDatabaseError | undefined;
  const judge = (sql: string, error: unknown): unknown => {
    const isReadOnly = () => isReadOnlyFile(database);
    const failure = judgeFailure(sql, error, isReadOnly);
    if (failure instanceof BrokenDatabaseError) {
      broken = failure;
      disk.onBroken?.(failure);
    }
    if (failure instanceof ProblemError) tell(failure, disk);
    if (isOpenedForReading(error) && !isReadOnly()) disk.onWritable?.();
    return failure;
  };
  const attempt = <Result>(sql: string, work: () => Result): Result => {
    if (broken) throw broken;
    try {
      return work();
    } catch (error) {
      // SQLite may have taken back the whole transaction.
      kept.changed();
      throw judge(sql, error);
    }
  };
  const asStatement = (sql: string, statement: StatementSync): SqliteStatement => {
    const changed = TAKES_BACK.test(sql) ? KEPT_TABLES : changedBy(sql);
    const run = <Result>(work: () => Result): Result => {
      if (changed) kept.changed(changed);
      return attempt(sql, work);
    };
    return {
      // Whether it gives rows.
      reader: statement.columns().length > 0,
      all: (parameters) => run(() => statement.all(...(parameters as SQLInputValue[]))),
      run: (parameters) => {
        // After a full disk or a failed commit SQLite has rolled back by itself; a second rollback would hide the reason.
        if (sql === 'rollback' && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
        return run(() => statement.run(...(parameters as SQLInputValue[])));
      },
      iterate: (parameters) => run(() => statement.iterate(...(parameters as SQLInputValue[]))),
    };
  };
  return {
    kept,
    judge: (error) => judge('', error),
    prepare: (sql) => {
      const found = known.get(sql);
      if (found) return found;
      const prepared = attempt(sql, () => asStatement(sql, database.prepare(sql === 'begin' ? BEGIN : sql)));
      if (known.size >= STATEMENT_LIMIT) known.clear();
      known.set(sql, prepared);
      return prepared;
    },
    close: () => database.close(),
  };
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
