import type { Migration } from '../migrate.ts';

/** Finds the records of a period without reading the whole audit log. */
export const auditTimes: Migration = {
  version: 15,
  sql: 'CREATE INDEX audit_times ON audit_records (at);',
};
