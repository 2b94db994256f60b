import type { Migration } from '../migrate.ts';

/** Readers behind printers, and their verdicts on prints. */
export const verification: Migration = {
  version: 5,
  sql: `
    CREATE TABLE readers (
      name TEXT PRIMARY KEY,
      printer TEXT NOT NULL UNIQUE,
      config TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reader_results (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      reader TEXT NOT NULL,
      printer TEXT NOT NULL,
      at INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('verified', 'misread', 'mismatch', 'not-read', 'unmatched')),
      print INTEGER,
      reason TEXT,
      read_text TEXT,
      read_grade TEXT
    ) STRICT;

    CREATE INDEX reader_results_of_reader ON reader_results (reader, id);
    CREATE INDEX reader_results_not_verified ON reader_results (reader, verdict, id) WHERE verdict <> 'verified';

    ALTER TABLE prints ADD COLUMN verification TEXT CHECK (verification IN ('verified', 'misread', 'mismatch', 'not-read'));
    ALTER TABLE prints ADD COLUMN verified_by TEXT;
    ALTER TABLE prints ADD COLUMN verified_at INTEGER;
    ALTER TABLE prints ADD COLUMN expected_text TEXT;
    ALTER TABLE prints ADD COLUMN read_text TEXT;
    ALTER TABLE prints ADD COLUMN read_grade TEXT;
    CREATE INDEX prints_not_verified ON prints (verification, printer, id) WHERE verification <> 'verified';

    ALTER TABLE print_counters ADD COLUMN verified INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE print_counters ADD COLUMN misread INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE print_counters ADD COLUMN mismatch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE print_counters ADD COLUMN not_read INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE not_verified_minutes (
      printer TEXT NOT NULL,
      minute INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (printer, minute)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE not_verified_quarters (
      printer TEXT NOT NULL,
      quarter INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (printer, quarter)
    ) STRICT, WITHOUT ROWID;
  `,
};
