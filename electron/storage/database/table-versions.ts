/** Tables that are read often and changed seldom. */
export const CACHED_TABLES = ['settings', 'labels', 'tables', 'variables', 'counters', 'shift_codes', 'api_keys'] as const;

export type CachedTable = (typeof CACHED_TABLES)[number];

/** Counts the changes of tables on a connection: a cached value is valid until the counter of its table increases. */
export class TableVersions {
  readonly #changes = new Map<CachedTable, number>(CACHED_TABLES.map((table) => [table, 0]));
  #allChanges = 0;

  /** Counts every statement that may have changed the database. */
  get allChanges(): number {
    return this.#allChanges;
  }

  changesOf(table: CachedTable): number {
    return this.#changes.get(table) ?? 0;
  }

  /** These tables may have changed: all of them after a rollback. */
  changed(tables: readonly CachedTable[] = CACHED_TABLES): void {
    this.#allChanges += 1;
    for (const table of tables) this.#changes.set(table, this.changesOf(table) + 1);
  }
}

/** Statements that read, begin or commit transactions, or checkpoint the WAL. A rollback is a change. */
const CHANGES_NOTHING = /^\s*(?:(?:SELECT|BEGIN|COMMIT|SAVEPOINT|RELEASE)\b|PRAGMA\s+(?:wal_checkpoint\b|\w+\s*$))/i;

/** The cached tables that a statement may change: all that it names. Undefined for a statement that changes nothing. */
export function changedBy(sql: string): readonly CachedTable[] | undefined {
  if (CHANGES_NOTHING.test(sql)) return undefined;
  const words = new Set(sql.match(/\w+/g));
  return CACHED_TABLES.filter((table) => words.has(table));
}
