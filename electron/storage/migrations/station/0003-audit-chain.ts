import type { Migration } from '../migrate.ts';

/** The audit log of the station as a chain of records with signatures: the same tables as in the controller's database. */
export const auditChain: Migration = {
  version: 3,
  sql: `
    CREATE TABLE audit_records (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chain TEXT NOT NULL,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      outcome_of INTEGER,
      record TEXT NOT NULL,
      hash TEXT NOT NULL,
      UNIQUE (chain, number)
    ) STRICT;

    CREATE TABLE audit_seals (
      chain TEXT NOT NULL,
      last INTEGER NOT NULL,
      seal TEXT NOT NULL,
      PRIMARY KEY (chain, last)
    ) STRICT, WITHOUT ROWID;
  `,
};
