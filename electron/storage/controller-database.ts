import type { ControllerDatabase, ControllerSchema } from './controller-schema.ts';
import { initial } from './migrations/controller/0001-initial.ts';
import type { DiskListener } from './kysely-database.ts';
import { openDatabase } from './open-database.ts';

export const CONTROLLER_MIGRATIONS = [initial];

/**
 * They grow with every print, and no print depends on what they hold of earlier ones: a million prints take seconds to look through, and the
 * station prints meanwhile. SQLite itself refuses a damaged page that a print comes upon.
 */
export const TABLES_CHECKED_LATER = [
  'prints',
  'print_serials',
  'print_hours',
  'history_minutes',
  'history_quarters',
  'trigger_gaps',
  'audit',
];

/** How the names of the tables begin that hold rows: one for each version of a table. */
export const ROW_TABLES = 'table_data_';

/** Opens the controller's database (`:memory:` in tests) at its newest version. Everything in one that is suspect is looked at first. */
export function openControllerDatabase(file: string, disk: DiskListener = {}, { isSuspect = false } = {}): ControllerDatabase {
  return openDatabase<ControllerSchema>({
    file,
    migrations: CONTROLLER_MIGRATIONS,
    disk,
    checkedLater: TABLES_CHECKED_LATER,
    rowTables: ROW_TABLES,
    hasWitness: true,
    isSuspect,
  });
}
