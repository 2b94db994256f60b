import type { Migration } from '../../migrate.ts';

/** Jobs over ranges of rows, frozen jobs, owed copies, and a ledger that can say of every mark what became of it and who said so. */
export const truthfulPrinting: Migration = {
  version: 3,
  sql: `
    ALTER TABLE jobs ADD COLUMN label_column TEXT;
    ALTER TABLE jobs ADD COLUMN first_row INTEGER;
    ALTER TABLE jobs ADD COLUMN row_count INTEGER;
    ALTER TABLE jobs ADD COLUMN copies_column TEXT;
    ALTER TABLE jobs ADD COLUMN printed_column TEXT;
    ALTER TABLE jobs ADD COLUMN total_copies INTEGER;
    UPDATE jobs SET total_copies = copies;
    ALTER TABLE jobs ADD COLUMN repeat_print INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN checkpoint INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN auto_print_gap REAL;
    ALTER TABLE jobs ADD COLUMN auto_print_interval REAL;
    ALTER TABLE jobs ADD COLUMN print_delay REAL;
    ALTER TABLE jobs ADD COLUMN operator TEXT NOT NULL DEFAULT '';
    ALTER TABLE jobs ADD COLUMN cursor INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN row_started INTEGER NOT NULL DEFAULT 0;
    UPDATE jobs SET row_started = started - voided;
    ALTER TABLE jobs ADD COLUMN live INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE jobs ADD COLUMN seek_print INTEGER NOT NULL DEFAULT 0;
    UPDATE jobs SET live = 0
    WHERE state IN ('aborted', 'deselected')
      OR state = 'done' AND id NOT IN (SELECT job FROM prints WHERE state IN ('reserved', 'sent', 'unknown'));
    -- Not for some jobs only: such an index serves no statement whose state is a parameter.
    DROP INDEX jobs_queue;
    CREATE INDEX jobs_by_state ON jobs (state, printer, position);
    CREATE INDEX jobs_by_live ON jobs (live, printer, position);
    CREATE INDEX jobs_by_position ON jobs (printer, position);

    ALTER TABLE tables ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE job_owed (
      job TEXT NOT NULL REFERENCES jobs (id),
      row INTEGER NOT NULL,
      copies INTEGER NOT NULL,
      PRIMARY KEY (job, row)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE frozen_rows (
      job TEXT NOT NULL REFERENCES jobs (id),
      position INTEGER NOT NULL,
      row INTEGER,
      label_name TEXT NOT NULL,
      label_revision INTEGER NOT NULL,
      document_hash TEXT NOT NULL REFERENCES label_documents (hash),
      print_values TEXT NOT NULL,
      copies INTEGER,
      PRIMARY KEY (job, position)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE prints ADD COLUMN row INTEGER;
    ALTER TABLE prints ADD COLUMN operator TEXT NOT NULL DEFAULT '';
    ALTER TABLE prints ADD COLUMN sent INTEGER;
    ALTER TABLE prints ADD COLUMN unknown_since INTEGER;
    ALTER TABLE prints ADD COLUMN unknown_reason TEXT;
    ALTER TABLE prints ADD COLUMN resolved_by TEXT;
    ALTER TABLE prints ADD COLUMN reprint_of INTEGER;
    ALTER TABLE prints ADD COLUMN reprint_reason TEXT;
    ALTER TABLE prints ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE prints ADD COLUMN idempotency_key TEXT;
    DROP INDEX prints_open;
    CREATE INDEX prints_not_printed ON prints (state, printer, id) WHERE state <> 'printed';
    DROP INDEX prints_of_job;
    CREATE INDEX prints_of_job ON prints (job, id, state);
    CREATE UNIQUE INDEX prints_idempotency ON prints (idempotency_key) WHERE idempotency_key IS NOT NULL;
    CREATE INDEX prints_reprints ON prints (reprint_of) WHERE reprint_of IS NOT NULL;

    CREATE TABLE print_serials (
      print INTEGER NOT NULL,
      serial TEXT NOT NULL,
      PRIMARY KEY (print, serial)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX print_serials_by_serial ON print_serials (serial, print);
    CREATE TABLE print_hours (hour INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
    CREATE VIRTUAL TABLE print_texts USING fts5(content, content = '', contentless_delete = 1, tokenize = 'trigram');
    CREATE TABLE static_documents (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE) STRICT;
    CREATE VIRTUAL TABLE static_texts USING fts5(content, content = '', contentless_delete = 1, tokenize = 'trigram');

    ALTER TABLE print_counters ADD COLUMN engine_marks INTEGER;

    CREATE TABLE trigger_gaps (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      printer TEXT NOT NULL,
      job TEXT,
      at INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX trigger_gaps_of_printer ON trigger_gaps (printer, id);

    CREATE TABLE ledger_archive (
      job TEXT NOT NULL,
      printer TEXT NOT NULL,
      prints INTEGER NOT NULL,
      printed INTEGER NOT NULL,
      voided INTEGER NOT NULL,
      PRIMARY KEY (job, printer)
    ) STRICT, WITHOUT ROWID;
  `,
};
