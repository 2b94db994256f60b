import type { Migration } from '../migrate.ts';

/**
 * Counters whose numbers come from the plant, in blocks. `highest` is the highest number that was ever got, so that a plant whose database was
 * restored gives none of them again.
 */
export const plantCounters: Migration = {
  version: 17,
  sql: `
    ALTER TABLE counters ADD COLUMN plant_counter TEXT;
    ALTER TABLE counters ADD COLUMN is_used_up INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE counter_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      counter TEXT NOT NULL,
      plant_counter TEXT NOT NULL,
      request TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      first INTEGER,
      last INTEGER,
      state TEXT NOT NULL CHECK (state IN ('asked', 'ready', 'current', 'unused'))
    ) STRICT;
    CREATE INDEX counter_blocks_by_counter ON counter_blocks (counter, state);

    CREATE TABLE plant_numbers (plant_counter TEXT PRIMARY KEY, highest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
};
