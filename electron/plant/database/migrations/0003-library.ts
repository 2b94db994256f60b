import type { PlantMigration } from './plant-migration.ts';

/** Items that the plant publishes, their versions, and what each line has of them. Contents are stored once, by their hash. */
export const library: PlantMigration = {
  version: 3,
  sql: `
    CREATE TABLE library_contents (hash bytea PRIMARY KEY, content bytea NOT NULL);

    CREATE TABLE library_items (
      kind text NOT NULL,
      name text NOT NULL,
      newest integer NOT NULL,
      published integer,
      publication text,
      published_at timestamptz,
      published_by text,
      PRIMARY KEY (kind, name)
    );

    CREATE TABLE library_versions (
      kind text NOT NULL,
      name text NOT NULL,
      version integer NOT NULL,
      hash bytea NOT NULL REFERENCES library_contents (hash),
      bytes integer NOT NULL,
      saved timestamptz NOT NULL DEFAULT now(),
      saved_by text NOT NULL,
      comment text NOT NULL,
      approved timestamptz,
      approved_by text,
      approval_comment text,
      PRIMARY KEY (kind, name, version)
    );

    CREATE TABLE library_holdings (
      controller integer NOT NULL REFERENCES controllers (number),
      kind text NOT NULL,
      name text NOT NULL,
      state text NOT NULL,
      version integer,
      reason text,
      PRIMARY KEY (controller, kind, name)
    );
    CREATE INDEX library_holdings_by_item ON library_holdings (kind, name);

    CREATE TABLE library_revision (revision bigint NOT NULL);
    INSERT INTO library_revision VALUES (0);
  `,
};
