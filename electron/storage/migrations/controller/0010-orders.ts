import type { Migration } from '../migrate.ts';

/** Orders of ERP or MES systems, their jobs, and the folders that they come from. */
export const orders: Migration = {
  version: 10,
  sql: `
    CREATE TABLE orders (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      document TEXT NOT NULL,
      start TEXT NOT NULL CHECK (start IN ('automatic', 'queue', 'operator')),
      state TEXT NOT NULL CHECK (state IN ('open', 'started', 'done', 'cancelled', 'refused')),
      asked INTEGER NOT NULL,
      reason TEXT,
      folder TEXT,
      file TEXT,
      operator TEXT,
      created INTEGER NOT NULL,
      started INTEGER,
      ended INTEGER
    ) STRICT;
    CREATE INDEX orders_active ON orders (state, start, number) WHERE state IN ('open', 'started');

    CREATE TABLE order_printers (
      order_number INTEGER NOT NULL,
      position INTEGER NOT NULL,
      printer TEXT NOT NULL,
      PRIMARY KEY (order_number, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX order_printers_by_printer ON order_printers (printer, order_number);

    CREATE TABLE order_jobs (
      job TEXT PRIMARY KEY,
      order_number INTEGER NOT NULL,
      start_number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX order_jobs_by_order ON order_jobs (order_number, start_number);

    CREATE TABLE order_folders (
      name TEXT PRIMARY KEY,
      config TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE order_files (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      file TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('done', 'refused')),
      result TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX order_files_by_folder ON order_files (folder, number);
  `,
};
