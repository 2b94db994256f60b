/** Tables that change seldom and are read again and again. */
const KEPT_TABLES = ['settings', 'labels', 'tables', 'variables', 'counters', 'shift_codes'] as const;

export type KeptTable = (typeof KEPT_TABLES)[number];

/** Counts what may have changed the kept tables of a connection: what was read of one holds until its count moves. */
export class KeptTables {
  readonly #changes = new Map<KeptTable, number>(KEPT_TABLES.map((table) => [table, 0]));

  changesOf(table: KeptTable): number {
    return this.#changes.get(table) ?? 0;
  }

  /** These may hold something else now: all of them when a change was taken back. */
  changed(tables: readonly KeptTable[] = KEPT_TABLES): void {
    for (const table of tables) this.#changes.set(table, this.changesOf(table) + 1);
  }
}

/** The kept tables that a statement may change: all that it names, unless it can only read. */
export function changedBy(sql: string): readonly KeptTable[] {
  if (/^\s*SELECT\b/i.test(sql)) return [];
  const words = new Set(sql.match(/\w+/g));
  return KEPT_TABLES.filter((table) => words.has(table));
}
