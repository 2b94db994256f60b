import type { Migration } from '../../migrate.ts';

/** What needs a person, over restarts, and what happened. `folded` is what a search looks through, in small letters. */
export const alarmsJournal: Migration = {
  version: 2,
  sql: `
    CREATE TABLE alarms (id TEXT PRIMARY KEY, alarm TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      subject TEXT NOT NULL,
      connection TEXT,
      controller TEXT NOT NULL,
      printer TEXT,
      detail TEXT NOT NULL,
      reason TEXT NOT NULL,
      person TEXT NOT NULL,
      folded TEXT NOT NULL
    ) STRICT;
  `,
};
