import { APPLICATION_ID, type Migration } from '../migrate.ts';

/** The schema of the first release. */
export const initial: Migration = {
  version: 1,
  sql: `
    PRAGMA application_id = ${APPLICATION_ID};

    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE connections (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      url TEXT NOT NULL UNIQUE,
      position INTEGER NOT NULL,
      controller_id TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE alarms (id TEXT PRIMARY KEY, alarm TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE event_log (
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

    CREATE TABLE unsaved_edits (
      connection TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      content TEXT NOT NULL,
      base TEXT,
      state TEXT NOT NULL,
      reason TEXT,
      person TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      PRIMARY KEY (connection, kind, name)
    ) STRICT;

    CREATE TABLE last_answers (
      connection TEXT NOT NULL,
      operation TEXT NOT NULL,
      name TEXT NOT NULL,
      question TEXT NOT NULL,
      answer TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (connection, operation, name, question)
    ) STRICT;
  `,
};
