import type { Migration } from '../migrate.ts';

/**
 * Items that this controller has taken from the library of the plant. `mark` says what they were like afterwards, so that a change on the line is noticed;
 * `taking` is the hash of a content that is being taken: after an interruption it is taken again.
 */
export const libraryItems: Migration = {
  version: 18,
  sql: `
    CREATE TABLE library_items (
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      version INTEGER,
      hash TEXT,
      mark TEXT,
      taking TEXT,
      is_changeable INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL CHECK (state IN ('taken', 'waiting', 'refused', 'changed')),
      reason TEXT,
      PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID;
  `,
};
