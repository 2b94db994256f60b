import { DatabaseSync } from 'node:sqlite';
import { RESTORED } from '#storage/backup/make-backup.ts';
import { CONTROLLER_MIGRATIONS, ROW_TABLES } from '#storage/database/controller-database.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { findDamage, tablesOf } from '#storage/integrity/find-damage.ts';
import { DamagedDatabaseError } from '#storage/integrity/sqlite-failure.ts';
import { migrate, type Migration } from '#storage/migrations/migrate.ts';
import {
  CONTROLLER_SETTINGS_REMOVED,
  CONTROLLER_TABLES,
  STATION_SETTINGS_REMOVED,
  STATION_TABLES,
  type TableChoice,
} from './setup-tables.ts';

/** Triggers may write into a table that was emptied already. */
const MAX_ROUNDS = 4;

/**
 * The counters start blocked at the value that they have. Those of the plant wait for new numbers. Deliveries continue after the last event of the
 * computer that the file was made on, whose numbers go on.
 */
const CONTROLLER_CHANGES = `
  UPDATE counters SET blocked_at = value WHERE plant_counter IS NULL AND blocked_at IS NULL;
  UPDATE counters SET is_used_up = 1, blocked_at = NULL WHERE plant_counter IS NOT NULL;
  UPDATE tables SET allocation = NULL;
  UPDATE webhooks SET through = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'recorded_events'), 0), attempts = 0,
    first_attempt = NULL, next_attempt = NULL, delivered = 0, given_up = 0, last_delivery = NULL, last_failure = NULL, last_error = NULL;
  UPDATE email_position SET through = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'recorded_events'), 0);
  DELETE FROM label_documents WHERE hash NOT IN (SELECT document_hash FROM label_comparisons);
  DELETE FROM sqlite_sequence WHERE name = 'prints';`;

/** Removes from the copy of a controller's database what is not part of the set-up. Throws a `DamagedDatabaseError`, and the disk's errors. */
export function pruneControllerDatabase(copy: string, now: number): void {
  prune(copy, {
    tables: CONTROLLER_TABLES,
    settings: CONTROLLER_SETTINGS_REMOVED,
    changes: CONTROLLER_CHANGES,
    migrations: CONTROLLER_MIGRATIONS,
    now,
  });
}

/** The same for the copy of a station's database. */
export function pruneStationDatabase(copy: string, now: number): void {
  prune(copy, { tables: STATION_TABLES, settings: STATION_SETTINGS_REMOVED, changes: '', migrations: STATION_MIGRATIONS, now });
}

interface Pruning {
  tables: Readonly<Record<string, TableChoice>>;
  settings: readonly string[];
  migrations: readonly Migration[];
  /** SQL that is run when the tables are empty. */
  changes: string;
  /** Milliseconds since the epoch. */
  now: number;
}

function prune(copy: string, { tables, settings, changes, migrations, now }: Pruning): void {
  const database = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
  try {
    const damage = findDamage(database, tablesOf(database));
    if (damage !== undefined) throw new DamagedDatabaseError('The database is damaged', damage);
    // The last run may have been one of an earlier version.
    migrate(database, migrations, ROW_TABLES);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA foreign_keys = OFF; BEGIN');
    empty(database, tables);
    const forget = database.prepare("DELETE FROM settings WHERE key = ?1 OR substr(key, 1, length(?1) + 1) = ?1 || '/'");
    for (const key of settings) forget.run(key);
    if (changes) database.exec(changes);
    database.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)').run(RESTORED, String(now));
    const dangling = database.prepare('PRAGMA foreign_key_check').get();
    if (dangling)
      throw new Error(`a row of ${String(dangling['table'])} refers to ${String(dangling['parent'])}, which is no part of a set-up`);
    database.exec('COMMIT');
    database.exec('VACUUM');
  } finally {
    database.close();
  }
}

function empty(database: DatabaseSync, tables: Readonly<Record<string, TableChoice>>): void {
  const names = Object.keys(tables);
  for (const index of names.filter((name) => tables[name] === 'index'))
    database.exec(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  const removed = names.filter((name) => tables[name] === 'remove');
  for (let round = 1; ; round += 1) {
    for (const table of removed) database.exec(`DELETE FROM ${table}`);
    const left = removed.find((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get());
    if (left === undefined) return;
    if (round === MAX_ROUNDS) throw new Error(`the table ${left} cannot be emptied`);
  }
}
