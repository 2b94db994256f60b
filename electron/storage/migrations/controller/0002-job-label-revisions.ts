import type { Migration } from '../migrate.ts';

/**
 * Jobs keep the versions of their labels. Before, each print was of the newest version: a job that an upgrade interrupts keeps the one that it
 * printed last, not that of its selection.
 */
export const jobLabelRevisions: Migration = {
  version: 2,
  sql: `
    CREATE TABLE job_label_revisions (
      job TEXT NOT NULL REFERENCES jobs (id),
      label TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (job, label)
    ) STRICT, WITHOUT ROWID;

    UPDATE jobs SET label_revision = (SELECT revision FROM labels WHERE name = label_name)
    WHERE live = 1 AND frozen = 0 AND label_column IS NULL AND label_data IS NULL
      AND EXISTS (SELECT 1 FROM labels WHERE name = label_name);
  `,
};
