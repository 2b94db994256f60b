import type { PlantMigration } from './plant-migration.ts';

/** Counters of the plant, and the blocks of their numbers that controllers have got. */
export const serialLeases: PlantMigration = {
  version: 2,
  sql: `
    CREATE TABLE plant_counters (
      name text PRIMARY KEY,
      next bigint NOT NULL,
      last bigint NOT NULL,
      description text NOT NULL
    );

    CREATE TABLE serial_leases (
      counter text NOT NULL REFERENCES plant_counters (name),
      first bigint NOT NULL,
      last bigint NOT NULL,
      controller integer NOT NULL REFERENCES controllers (number),
      request text NOT NULL,
      granted timestamptz NOT NULL DEFAULT now(),
      unused bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (counter, first),
      UNIQUE (controller, counter, request)
    );
  `,
};
