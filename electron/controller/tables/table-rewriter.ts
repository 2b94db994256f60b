import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { changedRows } from './cell-edits.ts';
import type { RowReaders } from './row-readers.ts';
import type { StoredRow, TableData } from './rows/table-data.ts';
import { getEntry, type TableEntry } from './table-entry.ts';
import { ROWS_PER_BATCH, type TableWriter } from './table-writer.ts';

/** How the rows of a table become those of its next version. */
export interface Rewrite {
  columns: readonly string[];
  rowCount: number;
  /** A row of the next version; undefined if it is deleted. */
  moved: (row: StoredRow) => StoredRow | undefined;
  added: readonly StoredRow[];
}

/** How a change is checked, in the transaction that makes it. */
export interface ChangeGuard {
  /** Runs the transaction while no selection is made. */
  lock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Throws to refuse the change. */
  check: WriteCondition;
}

/** How a new version becomes current. */
interface RewriteEnd<Result> extends ChangeGuard {
  /** Runs at the end of the transaction, with the new rows and the table before. */
  finish: (data: TableData, before: TableEntry, trx: ControllerTransaction) => Promise<Result>;
}

interface TableRewriterOptions {
  db: ControllerDatabase;
  readers: RowReaders;
  writer: TableWriter;
}

/**
 * Writes the next version of a table's rows while the current one is in use, in turns, and then swaps it in. Prints and edits meanwhile
 * change cells of the current version: those rows are written again at the swap.
 */
export class TableRewriter {
  readonly #db: ControllerDatabase;
  readonly #readers: RowReaders;
  readonly #writer: TableWriter;
  /** The rows whose cells have changed since their version is being rewritten, by the id of the version. */
  readonly #changed = new Map<number, Set<number>>();

  constructor({ db, readers, writer }: TableRewriterOptions) {
    this.#db = db;
    this.#readers = readers;
    this.#writer = writer;
  }

  /** Call it in the transaction that changes cells of a row. */
  noteChange({ data }: TableEntry, row: number): void {
    this.#changed.get(data.id)?.add(row);
  }

  /** Only one rewrite of a table runs at a time. Throws `not-found`, what `plan` throws, and `changed-meanwhile` if the rows are replaced. */
  async rewrite<Result>(name: string, plan: (entry: TableEntry) => Rewrite, end: RewriteEnd<Result>): Promise<Result> {
    return this.#readers.read(name, async (entry) => {
      const rewrite = plan(entry);
      this.#changed.set(entry.data.id, new Set());
      const data = await this.#writer.create(rewrite.columns.length);
      try {
        await this.#copy(entry, data, rewrite);
        return await end.lock(() => inTransaction(this.#db, (trx) => this.#swap({ entry, data, rewrite, end }, trx)));
      } catch (error) {
        await this.#readers.dropUnlessUsed(data.id);
        throw error;
      } finally {
        this.#changed.delete(entry.data.id);
      }
    });
  }

  async #copy(entry: TableEntry, data: TableData, { moved, added }: Rewrite): Promise<void> {
    for (let from = 0; from < entry.rowCount; from += ROWS_PER_BATCH) {
      const rows = await entry.data.slice(from, Math.min(ROWS_PER_BATCH, entry.rowCount - from), this.#db);
      await this.#writer.insert(
        data,
        rows.flatMap((row) => moved(row) ?? []),
      );
    }
    await this.#writer.insert(data, added);
  }

  async #swap<Result>(
    { entry, data, rewrite, end }: { entry: TableEntry; data: TableData; rewrite: Rewrite; end: RewriteEnd<Result> },
    trx: ControllerTransaction,
  ): Promise<Result> {
    await end.check(trx);
    const now = await getEntry(entry.name, trx);
    if (now.data.id !== entry.data.id) throw changedRows(entry);
    for (const number of this.#changed.get(entry.data.id) ?? []) {
      const [row] = await entry.data.numberedRows([number], trx);
      const written = row && rewrite.moved(row);
      if (written) await data.writeRow(written, trx);
    }
    await this.#writer.makeCurrent(entry.name, { data, columns: rewrite.columns, rowCount: rewrite.rowCount }, trx);
    return end.finish(data, entry, trx);
  }
}
