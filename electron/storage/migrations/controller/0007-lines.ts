import type { Migration } from '../migrate.ts';

/** Lines of printers that stop together, and why they were stopped. */
export const lines: Migration = {
  version: 7,
  sql: `
    CREATE TABLE lines (
      name TEXT PRIMARY KEY,
      line TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE line_stops (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      line TEXT NOT NULL,
      stop TEXT NOT NULL,
      ended INTEGER,
      ended_by TEXT,
      reason TEXT
    ) STRICT;
    CREATE INDEX line_stops_by_line ON line_stops (line, id);
    CREATE INDEX open_line_stops ON line_stops (line) WHERE ended IS NULL;
  `,
};
