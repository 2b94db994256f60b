import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inReadTransaction, inTransaction } from '#storage/database/in-transaction.ts';
import { TableData } from './rows/table-data.ts';
import { findEntry, getEntry, type TableEntry } from './table-entry.ts';

/** Counts the readers of each version of a table's rows. A replaced version is dropped after its last reader. */
export class RowReaders {
  readonly #db: ControllerDatabase;
  readonly #counts = new Map<number, number>();

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  has(id: number): boolean {
    return this.#counts.has(id);
  }

  /** Runs `work` with the current version, which is kept until `work` is done even if the table is replaced. Throws `not-found`. */
  async read<Result>(name: string, work: (entry: TableEntry) => Promise<Result>): Promise<Result> {
    const entry = await this.hold(name);
    try {
      return await work(entry);
    } finally {
      await this.release(entry);
    }
  }

  /** Adds a reader inside a transaction, so that no put can replace the version between look-up and count. Throws `not-found`. */
  async hold(name: string): Promise<TableEntry> {
    return inReadTransaction(this.#db, async (trx) => {
      const entry = await getEntry(name, trx);
      this.#counts.set(entry.data.id, (this.#counts.get(entry.data.id) ?? 0) + 1);
      return entry;
    });
  }

  async release({ name, data }: TableEntry): Promise<void> {
    const left = (this.#counts.get(data.id) ?? 1) - 1;
    if (left > 0) {
      this.#counts.set(data.id, left);
      return;
    }
    this.#counts.delete(data.id);
    const current = await findEntry(name, this.#db);
    if (current?.data.id !== data.id) await this.dropUnlessUsed(data.id);
  }

  /** Drops rows that no table and no reader uses. */
  async dropUnlessUsed(id: number): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const user = await trx.selectFrom('tables').select('name').where('data_id', '=', id).executeTakeFirst();
      if (!user && !this.has(id)) await new TableData(id, 0).drop(trx);
    });
  }
}
