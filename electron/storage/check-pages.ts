import type { DatabaseSync } from 'node:sqlite';

/** What a thread is asked to look for damage in. */
export interface PageCheck {
  file: string;
  tables: readonly string[];
}

/**
 * The tables of a database. Those of a full-text search are left out: a check would build the whole search anew, and what is in them can be
 * made again.
 */
export function tablesOf(database: DatabaseSync): string[] {
  const tables = database.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all();
  return tables.map(({ name }) => String(name));
}

/**
 * Reads every page of these tables and of their indexes, some 0.3 s for 100 MB. Says what is damaged; undefined when nothing is. A thorough look
 * finds every row in its indexes too, and takes several times as long.
 */
export function findDamage(database: DatabaseSync, tables: readonly string[], { isThorough = false } = {}): string | undefined {
  const check = isThorough ? 'integrity_check' : 'quick_check';
  for (const table of tables) {
    const result = database.prepare(`PRAGMA ${check}('${table.replaceAll("'", "''")}')`).get()?.[check];
    if (result !== 'ok') return `${table}: ${String(result)}`;
  }
  return undefined;
}
