import { APPLICATION_ID, type Migration } from '../migrate.ts';

/** The schema of the first release. */
export const initial: Migration = {
  version: 1,
  sql: `
    PRAGMA application_id = ${APPLICATION_ID};

    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE labels (
      name TEXT PRIMARY KEY,
      document TEXT NOT NULL,
      revision INTEGER NOT NULL,
      modified INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE label_revisions (name TEXT PRIMARY KEY, revision INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE tables (
      name TEXT PRIMARY KEY,
      data_id INTEGER NOT NULL UNIQUE,
      columns TEXT NOT NULL,
      row_count INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      changes INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE table_data_ids (id INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;

    CREATE TABLE variables (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      description TEXT NOT NULL,
      user_edit INTEGER NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      prompt TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE counters (
      name TEXT PRIMARY KEY,
      value INTEGER NOT NULL,
      min_value INTEGER NOT NULL,
      max_value INTEGER NOT NULL,
      repeat INTEGER NOT NULL,
      repeated INTEGER NOT NULL,
      step INTEGER NOT NULL,
      width INTEGER NOT NULL,
      padding TEXT NOT NULL,
      description TEXT NOT NULL,
      format TEXT NOT NULL DEFAULT ''
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE printers (
      name TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      config TEXT NOT NULL,
      enabled INTEGER NOT NULL DEFAULT 1,
      next_config TEXT,
      device TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE print_counters (
      printer TEXT PRIMARY KEY,
      triggers INTEGER NOT NULL,
      trigger_bounces INTEGER NOT NULL,
      printed_labels INTEGER NOT NULL,
      handed_over_labels INTEGER NOT NULL DEFAULT 0,
      engine_marks INTEGER,
      device_after INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      printer TEXT NOT NULL,
      position INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'done', 'aborted', 'deselected')),
      description TEXT NOT NULL,
      label_name TEXT NOT NULL,
      label_data TEXT,
      label_revision INTEGER NOT NULL,
      table_name TEXT,
      key_column TEXT,
      key TEXT,
      row INTEGER,
      copies INTEGER,
      started INTEGER NOT NULL,
      handed_over INTEGER NOT NULL DEFAULT 0,
      printed INTEGER NOT NULL,
      voided INTEGER NOT NULL,
      created INTEGER NOT NULL,
      label_column TEXT,
      first_row INTEGER,
      row_count INTEGER,
      copies_column TEXT,
      printed_column TEXT,
      total_copies INTEGER,
      repeat_print INTEGER NOT NULL DEFAULT 0,
      frozen INTEGER NOT NULL DEFAULT 0,
      checkpoint INTEGER NOT NULL DEFAULT 0,
      auto_print_gap REAL,
      auto_print_interval REAL,
      print_delay REAL,
      operator TEXT NOT NULL DEFAULT '',
      cursor INTEGER NOT NULL DEFAULT 0,
      row_started INTEGER NOT NULL DEFAULT 0,
      live INTEGER NOT NULL DEFAULT 1,
      seek_print INTEGER NOT NULL DEFAULT 0,
      purpose TEXT NOT NULL DEFAULT 'production' CHECK (purpose IN ('production', 'test'))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE label_documents (hash TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE prints (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      printer TEXT NOT NULL,
      job TEXT NOT NULL REFERENCES jobs (id),
      label_name TEXT NOT NULL,
      document_hash TEXT NOT NULL REFERENCES label_documents (hash),
      table_name TEXT,
      key TEXT,
      print_values TEXT NOT NULL,
      hdpi REAL NOT NULL,
      vdpi REAL NOT NULL,
      picture_hash TEXT NOT NULL,
      device_message TEXT,
      state TEXT NOT NULL CHECK (state IN ('reserved', 'sent', 'printed', 'handed-over', 'void', 'unknown')),
      proof TEXT NOT NULL DEFAULT 'id',
      reason TEXT,
      reserved INTEGER NOT NULL,
      settled INTEGER NOT NULL,
      label_revision INTEGER NOT NULL DEFAULT 0,
      row INTEGER,
      operator TEXT NOT NULL DEFAULT '',
      sent INTEGER,
      unknown_since INTEGER,
      unknown_reason TEXT,
      resolved_by TEXT,
      reprint_of INTEGER,
      reprint_reason TEXT,
      epoch INTEGER NOT NULL DEFAULT 0,
      idempotency_key TEXT,
      purpose TEXT NOT NULL DEFAULT 'production' CHECK (purpose IN ('production', 'test'))
    ) STRICT;

    CREATE INDEX prints_of_printer ON prints (printer, id);

    CREATE TABLE history_minutes (
      printer TEXT NOT NULL,
      minute INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (printer, minute)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE history_quarters (
      printer TEXT NOT NULL,
      quarter INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (printer, quarter)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE idempotency_keys (
      key TEXT PRIMARY KEY,
      request_hash TEXT NOT NULL,
      status INTEGER NOT NULL,
      body TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX idempotency_keys_created ON idempotency_keys (created);

    CREATE TABLE shift_codes (name TEXT PRIMARY KEY, shifts TEXT NOT NULL, description TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE fonts (
      family TEXT NOT NULL,
      style TEXT NOT NULL,
      file BLOB NOT NULL,
      hash TEXT NOT NULL,
      installed INTEGER NOT NULL,
      PRIMARY KEY (family, style)
    ) STRICT;

    CREATE TABLE label_versions (
      name TEXT NOT NULL,
      revision INTEGER NOT NULL,
      document TEXT NOT NULL,
      author TEXT NOT NULL,
      created INTEGER NOT NULL,
      PRIMARY KEY (name, revision)
    ) STRICT, WITHOUT ROWID;

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

    CREATE INDEX prints_not_printed ON prints (state, printer, id) WHERE state <> 'printed';

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

    CREATE TABLE missed_triggers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      printer TEXT NOT NULL,
      job TEXT,
      at INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;

    CREATE INDEX missed_triggers_of_printer ON missed_triggers (printer, id);

    CREATE TABLE ledger_archive (
      job TEXT NOT NULL,
      printer TEXT NOT NULL,
      prints INTEGER NOT NULL,
      printed INTEGER NOT NULL,
      handed_over INTEGER NOT NULL DEFAULT 0,
      voided INTEGER NOT NULL,
      PRIMARY KEY (job, printer)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX jobs_queued ON jobs (printer, position) WHERE state = 'queued';

    CREATE INDEX jobs_living ON jobs (printer, position) WHERE live = 1;

    CREATE TABLE preflights (
      id TEXT PRIMARY KEY,
      table_name TEXT NOT NULL,
      started INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      table_version TEXT NOT NULL,
      labels TEXT NOT NULL,
      findings TEXT NOT NULL
    ) STRICT;

    CREATE INDEX preflights_by_start ON preflights (started);

    CREATE TABLE label_comparisons (
      name TEXT PRIMARY KEY,
      revision INTEGER NOT NULL,
      document_hash TEXT NOT NULL,
      print_values TEXT NOT NULL,
      hdpi REAL NOT NULL,
      vdpi REAL NOT NULL,
      is_color INTEGER NOT NULL,
      font_set TEXT NOT NULL,
      fonts TEXT NOT NULL,
      drawing TEXT NOT NULL,
      version TEXT NOT NULL,
      made INTEGER NOT NULL,
      picture_hash TEXT,
      picture BLOB,
      fault TEXT,
      outcome TEXT NOT NULL CHECK (outcome IN ('new', 'same', 'changed', 'test-failed', 'not-drawn')),
      detail TEXT,
      is_changed INTEGER NOT NULL,
      is_font_replaced INTEGER NOT NULL,
      version_before TEXT,
      picture_hash_before TEXT,
      picture_before BLOB,
      accepted INTEGER,
      accepted_by TEXT
    ) STRICT;

    CREATE INDEX label_comparisons_by_document ON label_comparisons (document_hash);

    CREATE TABLE api_keys (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      printers TEXT,
      created INTEGER NOT NULL,
      expires INTEGER,
      revoked INTEGER
    ) STRICT;

    CREATE UNIQUE INDEX api_keys_by_name ON api_keys (name) WHERE revoked IS NULL;

    CREATE TABLE audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      key_name TEXT NOT NULL,
      operation TEXT NOT NULL,
      path TEXT NOT NULL,
      request_id TEXT NOT NULL,
      status INTEGER,
      family TEXT NOT NULL DEFAULT '',
      place INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE UNIQUE INDEX audit_by_family ON audit (family, place);
  `,
};
