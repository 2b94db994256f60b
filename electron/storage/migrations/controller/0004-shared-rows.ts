import type { Migration } from '../migrate.ts';

/** Jobs can share the rows of a table, and keep the verdicts on their first prints. */
export const sharedRows: Migration = {
  version: 4,
  sql: `
    ALTER TABLE tables ADD COLUMN allocation INTEGER;

    ALTER TABLE jobs ADD COLUMN allocation INTEGER;

    ALTER TABLE jobs ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0;

    CREATE INDEX jobs_sharing ON jobs (allocation, printer, position) WHERE live = 1 AND allocation IS NOT NULL;

    CREATE TABLE row_allocations (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      copies INTEGER NOT NULL,
      copies_column TEXT
    ) STRICT;

    CREATE TABLE allocated_rows (
      allocation INTEGER NOT NULL REFERENCES row_allocations (id),
      row INTEGER NOT NULL,
      taken INTEGER NOT NULL,
      owed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (allocation, row)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX allocated_rows_owed ON allocated_rows (allocation, row) WHERE owed > 0;

    CREATE TABLE finished_rows (
      allocation INTEGER NOT NULL REFERENCES row_allocations (id),
      first_row INTEGER NOT NULL,
      end_row INTEGER NOT NULL,
      PRIMARY KEY (allocation, first_row)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE row_claims (
      print INTEGER PRIMARY KEY,
      allocation INTEGER NOT NULL REFERENCES row_allocations (id),
      row INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX row_claims_of_rows ON row_claims (allocation, row);

    CREATE TABLE first_print_verdicts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      job TEXT NOT NULL REFERENCES jobs (id),
      print INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('right', 'wrong')),
      said_by TEXT NOT NULL,
      said_at INTEGER NOT NULL,
      note TEXT NOT NULL
    ) STRICT;

    CREATE INDEX first_print_verdicts_of_job ON first_print_verdicts (job, id);

    CREATE INDEX first_print_verdicts_of_print ON first_print_verdicts (print);
  `,
};
