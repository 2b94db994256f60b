import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inReading, inTransaction } from '#storage/in-transaction.ts';
import { TableData } from './table-data.ts';
import { findEntry, getEntry, type TableEntry } from './table-entry.ts';

/** Who reads which version of a table's rows. One that was replaced is dropped after its last reader. */
export class RowReaders {
  readonly #db: ControllerDatabase;
  readonly #counts = new Map<number, number>();

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  has(id: number): boolean {
    return this.#counts.has(id);
  }

  /** Runs `work` with the version that is current; it stays for it, whatever is put meanwhile. Throws `not-found`. */
  async read<Result>(name: string, work: (entry: TableEntry) => Promise<Result>): Promise<Result> {
    const entry = await this.hold(name);
    try {
      return await work(entry);
    } finally {
      await this.release(entry);
    }
  }

  /** Counts the reader inside a transaction: no put can swap between looking the table up and being counted. Throws `not-found`. */
  async hold(name: string): Promise<TableEntry> {
    return inReading(this.#db, async (trx) => {
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

  /** Drops rows that are no table's and that nobody reads. */
  async dropUnlessUsed(id: number): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      const user = await trx.selectFrom('tables').select('name').where('data_id', '=', id).executeTakeFirst();
      if (!user && !this.has(id)) await new TableData(id, 0).drop(trx);
    });
  }
}
