import type { Migration } from '../../migrate.ts';

/** Pre-flights that have ended. `findings` is apart from the rest: it is long, and lists do without it. */
export const preflights: Migration = {
  version: 5,
  sql: `
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
  `,
};
