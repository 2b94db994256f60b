import type { Migration } from '../migrate.ts';

/**
 * The audit log as chains of records with signatures. The entries of the table `audit` are moved into them at the next start, because a hash cannot be
 * computed in SQL.
 */
export const auditChain: Migration = {
  version: 9,
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
    CREATE UNIQUE INDEX audit_outcomes ON audit_records (chain, outcome_of) WHERE outcome_of IS NOT NULL;
    CREATE INDEX audit_uses ON audit_records (id) WHERE outcome_of IS NULL;

    CREATE TABLE audit_seals (
      chain TEXT NOT NULL,
      last INTEGER NOT NULL,
      seal TEXT NOT NULL,
      PRIMARY KEY (chain, last)
    ) STRICT, WITHOUT ROWID;
  `,
};
