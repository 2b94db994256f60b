import type { Migration } from '../../migrate.ts';

/** How each label was drawn last, and what the update before that made of it. */
export const labelProofs: Migration = {
  version: 6,
  sql: `
    CREATE TABLE label_proofs (
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
    CREATE INDEX label_proofs_by_document ON label_proofs (document_hash);
  `,
};
