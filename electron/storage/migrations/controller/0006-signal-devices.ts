import type { Migration } from '../migrate.ts';

/** Devices with inputs and outputs of the line. One entry of missed triggers can stand for many products. */
export const signalDevices: Migration = {
  version: 6,
  sql: `
    CREATE TABLE signal_devices (
      name TEXT PRIMARY KEY,
      device TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE missed_triggers ADD COLUMN products INTEGER NOT NULL DEFAULT 1;
  `,
};
