import type { ControllerDatabase, ControllerSchema } from './controller-schema.ts';
import { initial } from './migrations/controller/0001-initial.ts';
import { labelLanguage } from './migrations/controller/0002-label-language.ts';
import { truthfulPrinting } from './migrations/controller/0003-truthful-printing.ts';
import { livingJobs } from './migrations/controller/0004-living-jobs.ts';
import { preflights } from './migrations/controller/0005-preflights.ts';
import { labelProofs } from './migrations/controller/0006-label-proofs.ts';
import { keysAudit } from './migrations/controller/0007-keys-audit.ts';
import { auditFamilies } from './migrations/controller/0008-audit-families.ts';
import type { DiskListener } from './kysely-database.ts';
import { openDatabase } from './open-database.ts';

export const CONTROLLER_MIGRATIONS = [
  initial,
  labelLanguage,
  truthfulPrinting,
  livingJobs,
  preflights,
  labelProofs,
  keysAudit,
  auditFamilies,
];

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
