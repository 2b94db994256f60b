import type { Migration } from '../migrate.ts';

/** When each API key was last used, to the minute. */
export const apiKeyUses: Migration = {
  version: 13,
  sql: `
    CREATE TABLE api_key_uses (
      key INTEGER PRIMARY KEY REFERENCES api_keys (id),
      at INTEGER NOT NULL
    ) STRICT;
  `,
};
