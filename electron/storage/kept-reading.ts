import { LRUCache } from 'lru-cache';
import type { KeptTable } from './kept-tables.ts';
import { memorySizeOf } from './memory-size.ts';
import { connectionOf } from './open-transactions.ts';

/** What is kept of one reading, whatever is asked for: the last keys, and the bytes of what was read. */
const MOST_KEYS = 256;
const MOST_BYTES = 4 * 1024 * 1024;

interface Kept<Value> {
  changes: number;
  value: Value;
}

type Readings<Value> = LRUCache<string, Kept<Value>>;

/**
 * What is made of one table and read in nearly every transaction: it is read again only once something was written to the table. Works in
 * transactions; whoever asks a database itself always reads, since somebody's transaction may be open.
 */
export class KeptReading<Db extends object, Value> {
  readonly #table: KeptTable;
  readonly #read: (db: Db, key: string) => Promise<Value>;
  readonly #kept = new WeakMap<object, Readings<Value>>();

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

  async #readAgain(db: Db, key: string, { values, changes }: { values: Readings<Value>; changes: number }): Promise<Value> {
    const value = await this.#read(db, key);
    values.set(key, { changes, value });
    return value;
  }

  #valuesOf(connection: object): Readings<Value> {
    const known = this.#kept.get(connection);
    if (known) return known;
    const values: Readings<Value> = new LRUCache({
      ...{ max: MOST_KEYS, maxSize: MOST_BYTES },
      sizeCalculation: ({ value }, key) => memorySizeOf(key) + memorySizeOf(value),
    });
    this.#kept.set(connection, values);
    return values;
  }
}
