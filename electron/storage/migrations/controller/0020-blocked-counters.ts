import type { Migration } from '../migrate.ts';

/**
 * Counters whose numbers another computer may have printed: `blocked_at` is the last value that is known of them. Nothing is printed with such a counter
 * until it has a value beyond, or takes its numbers from the plant. Null for a counter that prints.
 */
export const blockedCounters: Migration = {
  version: 20,
  sql: 'ALTER TABLE counters ADD COLUMN blocked_at INTEGER;',
};
