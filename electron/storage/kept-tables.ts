/** Tables that change seldom and are read again and again. */
export const KEPT_TABLES = ['settings', 'labels', 'tables', 'variables', 'counters', 'shift_codes'] as const;

export type KeptTable = (typeof KEPT_TABLES)[number];

/** Counts what may have changed the kept tables of a connection: what was read of one holds until its count moves. */
export class KeptTables {
  readonly #changes = new Map<KeptTable, number>(KEPT_TABLES.map((table) => [table, 0]));
  #allChanges = 0;

  /** Counts what may have changed anything at all of the database. */
  get allChanges(): number {
    return this.#allChanges;
  }

  changesOf(table: KeptTable): number {
    return this.#changes.get(table) ?? 0;
  }

  /** These may hold something else now: all of them when a change was taken back. */
  changed(tables: readonly KeptTable[] = KEPT_TABLES): void {
    this.#allChanges += 1;
    for (const table of tables) this.#changes.set(table, this.changesOf(table) + 1);
  }
}

/**
 * Statements that read, that begin and end what others change, or that move what is written from the log into the file; what takes changes back is
 * none of them.
 */
const CHANGES_NOTHING = /^\s*(?:(?:SELECT|BEGIN|COMMIT|SAVEPOINT|RELEASE)\b|PRAGMA\s+(?:wal_checkpoint\b|\w+\s*$))/i;

/** The kept tables that a statement may change: all that it names. Undefined for one that changes nothing at all. */
export function changedBy(sql: string): readonly KeptTable[] | undefined {
  if (CHANGES_NOTHING.test(sql)) return undefined;
  const words = new Set(sql.match(/\w+/g));
  return KEPT_TABLES.filter((table) => words.has(table));
}
