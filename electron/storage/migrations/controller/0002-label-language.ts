import type { Migration } from '../../migrate.ts';

/** Shift codes, prompts, fonts of one's own, and every version of every label. */
export const labelLanguage: Migration = {
  version: 2,
  sql: `
    ALTER TABLE counters ADD COLUMN format TEXT NOT NULL DEFAULT '';

    ALTER TABLE variables ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE variables ADD COLUMN prompt TEXT;

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
    INSERT INTO label_versions (name, revision, document, author, created) SELECT name, revision, document, '', modified FROM labels;

    ALTER TABLE prints ADD COLUMN label_revision INTEGER NOT NULL DEFAULT 0;
  `,
};
