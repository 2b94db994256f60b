import type { KeptTable } from './kept-tables.ts';
import { connectionOf } from './open-transactions.ts';

/** What is kept of one reading, whatever is asked for: the last keys. */
const MOST_KEYS = 256;

interface Kept<Value> {
  changes: number;
  value: Value;
}

/**
 * What is made of one table and read in nearly every transaction: it is read again only once something was written to the table. Works in
 * transactions; whoever asks a database itself always reads, since somebody's transaction may be open.
 */
export class KeptReading<Db extends object, Value> {
  readonly #table: KeptTable;
  readonly #read: (db: Db, key: string) => Promise<Value>;
  readonly #kept = new WeakMap<object, Map<string, Kept<Value>>>();

  /** `read` reads nothing but this table. What it gives is shared: nobody changes it. */
  constructor(table: KeptTable, read: (db: Db, key: string) => Promise<Value>) {
    this.#table = table;
    this.#read = read;
  }

  /** Rejects as `read` does; then nothing is kept. */
  get(db: Db, key: string): Promise<Value> {
    const connection = connectionOf(db);
    if (!connection) return this.#read(db, key);
    const values = this.#valuesOf(connection);
    const known = values.get(key);
    const changes = connection.kept.changesOf(this.#table);
    return known?.changes === changes ? Promise.resolve(known.value) : this.#readAgain(db, key, { values, changes });
  }

  async #readAgain(db: Db, key: string, { values, changes }: { values: Map<string, Kept<Value>>; changes: number }): Promise<Value> {
    const value = await this.#read(db, key);
    if (values.size >= MOST_KEYS) values.clear();
    values.set(key, { changes, value });
    return value;
  }

  #valuesOf(connection: object): Map<string, Kept<Value>> {
    const known = this.#kept.get(connection);
    if (known) return known;
    const values = new Map<string, Kept<Value>>();
    this.#kept.set(connection, values);
    return values;
  }
}
