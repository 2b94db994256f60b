import type { Migration } from '../../migrate.ts';

/** Work that waits for its controller, and what controllers said last: what a station has while a controller is away. */
export const offline: Migration = {
  version: 3,
  sql: `
    CREATE TABLE drafts (
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
