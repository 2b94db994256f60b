import type { Migration } from '../../migrate.ts';

/** Keys of other machines, of which only hashes are stored, and what was done with them. Of the keys with one name one holds. */
export const keysAudit: Migration = {
  version: 7,
  sql: `
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
      status INTEGER
    ) STRICT;
  `,
};
