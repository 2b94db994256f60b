import type { Migration } from '../../migrate.ts';

/**
 * Indexes of the jobs that are in a queue, and of no others: with those that are over, each selection wrote to places all over the indexes,
 * and each commit took twice as long. A statement that is to find a job by them writes out `state = 'queued'` or `live = 1`.
 */
export const livingJobs: Migration = {
  version: 4,
  sql: `
    DROP INDEX jobs_by_state;
    DROP INDEX jobs_by_live;
    DROP INDEX jobs_by_position;
    CREATE INDEX jobs_queued ON jobs (printer, position) WHERE state = 'queued';
    CREATE INDEX jobs_living ON jobs (printer, position) WHERE live = 1;
  `,
};
