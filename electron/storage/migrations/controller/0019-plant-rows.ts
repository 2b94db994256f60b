import type { Migration } from '../migrate.ts';

/**
 * Rows that are shared over the plant: an allocation with a run has only the rows of its blocks. A block is asked for, then its rows are ready; rows that are
 * printed, or given back, are kept until the plant knows. `free`, `elsewhere` and `printed` are what the plant said last about all rows of the run.
 */
export const plantRows: Migration = {
  version: 19,
  sql: `
    ALTER TABLE row_allocations ADD COLUMN run TEXT;
    ALTER TABLE row_allocations ADD COLUMN content TEXT;
    ALTER TABLE row_allocations ADD COLUMN free INTEGER;
    ALTER TABLE row_allocations ADD COLUMN elsewhere INTEGER;
    ALTER TABLE row_allocations ADD COLUMN printed INTEGER;
    ALTER TABLE row_allocations ADD COLUMN reason TEXT;
    CREATE UNIQUE INDEX row_allocations_of_runs ON row_allocations (run) WHERE run IS NOT NULL;

    CREATE TABLE row_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      allocation INTEGER NOT NULL REFERENCES row_allocations (id),
      request TEXT NOT NULL,
      size INTEGER,
      first_row INTEGER,
      end_row INTEGER,
      state TEXT NOT NULL CHECK (state IN ('asked', 'ready', 'printed', 'returned')),
      CHECK ((state = 'asked') = (first_row IS NULL)),
      CHECK ((state = 'asked') = (end_row IS NULL)),
      CHECK ((state = 'asked') = (size IS NOT NULL))
    ) STRICT;
    CREATE INDEX row_blocks_of_allocations ON row_blocks (allocation, state, first_row);
  `,
};
