import type { Migration } from '../migrate.ts';

/** Blocks of further prints, and prints of another printer that supersede the ones they were made of. */
export const printBlocksAndRework: Migration = {
  version: 3,
  sql: `
    CREATE TABLE print_blocks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      label TEXT,
      label_revision INTEGER,
      variable TEXT,
      table_column TEXT,
      value TEXT,
      content TEXT,
      reason TEXT NOT NULL,
      set_by TEXT NOT NULL,
      set_at INTEGER NOT NULL,
      lifted_at INTEGER,
      lifted_by TEXT,
      lift_reason TEXT
    ) STRICT;

    ALTER TABLE jobs ADD COLUMN rework_reason TEXT;
    ALTER TABLE frozen_rows ADD COLUMN supersedes INTEGER;
    ALTER TABLE prints ADD COLUMN supersedes INTEGER;
    ALTER TABLE prints ADD COLUMN rework_reason TEXT;
    CREATE INDEX frozen_rows_supersedes ON frozen_rows (supersedes) WHERE supersedes IS NOT NULL;
    CREATE INDEX prints_supersedes ON prints (supersedes) WHERE supersedes IS NOT NULL;
  `,
};
