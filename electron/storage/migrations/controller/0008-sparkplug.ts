import type { Migration } from '../migrate.ts';

/** Which prints were taken by a Sparkplug server, and which of them were unknown then. */
export const sparkplug: Migration = {
  version: 8,
  sql: `
    CREATE TABLE sparkplug_cursors (
      printer TEXT PRIMARY KEY,
      print INTEGER NOT NULL,
      taken INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sparkplug_unknown (
      print INTEGER PRIMARY KEY,
      printer TEXT NOT NULL
    ) STRICT;
    CREATE INDEX sparkplug_unknown_of_printer ON sparkplug_unknown (printer);
  `,
};
