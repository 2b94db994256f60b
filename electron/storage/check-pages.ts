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

/** Reads every page of these tables and of their indexes, some 0.3 s for 100 MB. Says what is damaged; undefined when nothing is. */
export function findDamage(database: DatabaseSync, tables: readonly string[]): string | undefined {
  for (const table of tables) {
    const result = database.prepare(`PRAGMA quick_check('${table.replaceAll("'", "''")}')`).get()?.['quick_check'];
    if (result !== 'ok') return `${table}: ${String(result)}`;
  }
  return undefined;
}
