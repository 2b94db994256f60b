import type { Migration } from '../migrate.ts';

/** What lines did over time, and the reasons that persons stated for their stops. */
export const linePeriods: Migration = {
  version: 12,
  sql: `
    CREATE TABLE line_periods (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      line TEXT NOT NULL,
      activity TEXT NOT NULL CHECK (activity IN ('running', 'starved', 'blocked', 'fault', 'set-up')),
      began INTEGER NOT NULL,
      ended INTEGER,
      seen INTEGER NOT NULL,
      detail TEXT NOT NULL,
      printer TEXT,
      job TEXT,
      reason TEXT,
      note TEXT,
      stated_by TEXT,
      stated_at INTEGER
    ) STRICT;
    CREATE INDEX line_periods_by_line ON line_periods (line, began);
    CREATE INDEX line_periods_by_job ON line_periods (job, line) WHERE job IS NOT NULL;
  `,
};
