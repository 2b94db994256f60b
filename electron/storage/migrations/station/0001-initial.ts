import type { Migration } from '../../migrate.ts';

export const initial: Migration = {
  version: 1,
  sql: `
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE connections (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      url TEXT NOT NULL UNIQUE,
      position INTEGER NOT NULL,
      controller_id TEXT
    ) STRICT, WITHOUT ROWID;
  `,
};
