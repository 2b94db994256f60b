import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Tables that a start writes itself, or that can be rebuilt from others. */
const NO_CONTENT = /^(?:sqlite_|print_texts|static_texts|static_documents|label_comparisons|idempotency_keys)/;
const OWN_SETTINGS = "key NOT IN ('epoch', 'recovery', 'backup', 'diskRoom') AND key NOT LIKE 'clock%'";

/** A hash of the rows of each table, read without any code of the program; SQLite's error message for a table that cannot be read. */
export function contentOf(file: string): Map<string, string> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    database.exec('BEGIN');
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    const names = tables.map(({ name }) => String(name)).filter((name) => !NO_CONTENT.test(name));
    return new Map(names.map((name) => [name, rowsHash(database, name)]));
  } catch (error) {
    return new Map([['all tables', String(error)]]);
  } finally {
    database.close();
  }
}

/** The tables that differ. */
export function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((table) => one.get(table) !== other.get(table));
}

function rowsHash(database: DatabaseSync, table: string): string {
  const where = table === 'settings' ? `WHERE ${OWN_SETTINGS}` : '';
  try {
    const hash = createHash('sha256');
    const statement = database.prepare(`SELECT * FROM "${table}" ${where}`);
    statement.setReadBigInts(true);
    for (const row of statement.iterate()) hash.update(JSON.stringify(Object.values(row).map(String)));
    return hash.digest('hex');
  } catch (error) {
    return String(error);
  }
}
