import type { Migration } from '../migrate.ts';

/** The people who sign in to the station, and the permissions of their roles. */
export const people: Migration = {
  version: 2,
  sql: `
    CREATE TABLE people (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      folded_name TEXT NOT NULL UNIQUE,
      role TEXT NOT NULL,
      secret_hash TEXT NOT NULL,
      badge_hash TEXT UNIQUE,
      lines TEXT,
      is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE role_permissions (role TEXT PRIMARY KEY, permissions TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
};
