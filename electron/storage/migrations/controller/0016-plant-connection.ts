import type { Migration } from '../migrate.ts';

/**
 * How far the archive of a plant has the prints. A print that changes after a batch with it was begun is entered by a trigger; without a plant
 * `archive_cursor` is empty, and the trigger does nothing. Renamed printers and expired idempotency keys do not change what the archive has.
 */
export const plantConnection: Migration = {
  version: 16,
  sql: `
    CREATE TABLE archive_cursor (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      through INTEGER NOT NULL DEFAULT 0,
      sending INTEGER NOT NULL DEFAULT 0,
      archived INTEGER NOT NULL DEFAULT 0,
      last_success INTEGER
    ) STRICT;
    CREATE TABLE archive_changes (number INTEGER PRIMARY KEY AUTOINCREMENT, print INTEGER NOT NULL) STRICT;
    CREATE INDEX archive_changes_by_print ON archive_changes (print);
    CREATE TABLE archive_refusals (print INTEGER PRIMARY KEY, at INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;

    CREATE TRIGGER archived_print_changed AFTER UPDATE OF state, verification ON prints
    WHEN NEW.id <= (SELECT sending FROM archive_cursor) BEGIN
      INSERT INTO archive_changes (print) VALUES (NEW.id);
    END;
  `,
};
