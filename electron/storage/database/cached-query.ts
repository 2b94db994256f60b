import { LRUCache } from 'lru-cache';
import type { CachedTable } from './table-versions.ts';
import { memorySizeOf } from './memory-size.ts';
import { connectionOf } from './open-transactions.ts';

/** Limits of one cache. */
const MAX_KEYS = 256;
const MAX_BYTES = 4 * 1024 * 1024;

interface CachedValue<Value> {
  /** The table's change counter when the value was read. */
  changes: number;
  value: Value;
}

type Cache<Value> = LRUCache<string, CachedValue<Value>>;

/**
 * Caches a query on one table by its parameter, until a statement may have changed the table. Caches in transactions only: on the database itself
 * the query always runs, since another transaction may be open.
 */
export class CachedRead<Db extends object, Value> {
  readonly #table: CachedTable;
  readonly #read: (db: Db, key: string) => Promise<Value>;
  readonly #caches = new WeakMap<object, Cache<Value>>();

  /** `read` must read this table only. Its values are shared, so callers must not change them. */
  constructor(table: CachedTable, read: (db: Db, key: string) => Promise<Value>) {
    this.#table = table;
    this.#read = read;
  }

  /** Rejects as `read` does; an error is not cached. */
  get(db: Db, key: string): Promise<Value> {
    const connection = connectionOf(db);
    if (!connection) return this.#read(db, key);
    const cache = this.#cacheOf(connection);
    const cached = cache.get(key);
    const changes = connection.tableVersions.changesOf(this.#table);
    return cached?.changes === changes ? Promise.resolve(cached.value) : this.#readAgain(db, key, { cache, changes });
  }

  async #readAgain(db: Db, key: string, { cache, changes }: { cache: Cache<Value>; changes: number }): Promise<Value> {
    const value = await this.#read(db, key);
    cache.set(key, { changes, value });
    return value;
  }

  #cacheOf(connection: object): Cache<Value> {
    const existing = this.#caches.get(connection);
    if (existing) return existing;
    const cache: Cache<Value> = new LRUCache({
      ...{ max: MAX_KEYS, maxSize: MAX_BYTES },
      sizeCalculation: ({ value }, key) => memorySizeOf(key) + memorySizeOf(value),
    });
    this.#caches.set(connection, cache);
    return cache;
  }
}
