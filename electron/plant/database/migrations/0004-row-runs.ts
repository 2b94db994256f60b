import type { PlantMigration } from './plant-migration.ts';

/**
 * Rows that are shared over the plant. The ranges of a run cover all of its rows once: a range is free, held by a controller, or printed. Ranges that touch and
 * say the same are one, so that their number depends on the controllers and not on the rows.
 */
export const rowRuns: PlantMigration = {
  version: 4,
  sql: `
    CREATE TABLE row_runs (
      name text PRIMARY KEY,
      table_name text NOT NULL,
      hash bytea NOT NULL,
      first_row bigint NOT NULL,
      end_row bigint NOT NULL,
      copies bigint NOT NULL,
      copies_column text,
      begun timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE row_ranges (
      run text NOT NULL REFERENCES row_runs (name),
      first_row bigint NOT NULL,
      end_row bigint NOT NULL CHECK (end_row > first_row),
      state text NOT NULL CHECK (state IN ('free', 'held', 'printed')),
      controller integer REFERENCES controllers (number),
      request text,
      CHECK ((state = 'held') = (controller IS NOT NULL)),
      CHECK ((state = 'held') = (request IS NOT NULL)),
      PRIMARY KEY (run, first_row)
    );
    CREATE INDEX row_ranges_free ON row_ranges (run, first_row) WHERE state = 'free';
    CREATE INDEX row_ranges_held ON row_ranges (run, controller, request) WHERE state = 'held';

    CREATE TABLE row_lease_requests (
      run text NOT NULL REFERENCES row_runs (name),
      controller integer NOT NULL REFERENCES controllers (number),
      request text NOT NULL,
      PRIMARY KEY (run, controller, request)
    );

    CREATE TABLE row_releases (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      run text NOT NULL REFERENCES row_runs (name),
      controller integer NOT NULL REFERENCES controllers (number),
      rows bigint NOT NULL,
      reason text NOT NULL,
      key_name text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX row_releases_of_run ON row_releases (run, id);
  `,
};
