import type { ControllerDatabase, ControllerSchema } from './controller-schema.ts';
import { initial } from '../migrations/controller/0001-initial.ts';
import { jobLabelRevisions } from '../migrations/controller/0002-job-label-revisions.ts';
import { printBlocksAndRework } from '../migrations/controller/0003-print-blocks-and-rework.ts';
import { sharedRows } from '../migrations/controller/0004-shared-rows.ts';
import { verification } from '../migrations/controller/0005-verification.ts';
import { signalDevices } from '../migrations/controller/0006-signal-devices.ts';
import { lines } from '../migrations/controller/0007-lines.ts';
import { sparkplug } from '../migrations/controller/0008-sparkplug.ts';
import { auditChain } from '../migrations/controller/0009-audit-chain.ts';
import { orders } from '../migrations/controller/0010-orders.ts';
import { recordedEvents } from '../migrations/controller/0011-recorded-events.ts';
import { linePeriods } from '../migrations/controller/0012-line-periods.ts';
import { apiKeyUses } from '../migrations/controller/0013-api-key-uses.ts';
import { labelApprovals } from '../migrations/controller/0014-label-approvals.ts';
import { auditTimes } from '../migrations/controller/0015-audit-times.ts';
import { plantConnection } from '../migrations/controller/0016-plant-connection.ts';
import { plantCounters } from '../migrations/controller/0017-plant-counters.ts';
import { libraryItems } from '../migrations/controller/0018-library-items.ts';
import { plantRows } from '../migrations/controller/0019-plant-rows.ts';
import { blockedCounters } from '../migrations/controller/0020-blocked-counters.ts';
import type { DiskListener } from './kysely-database.ts';
import { openDatabase } from './open-database.ts';

export const CONTROLLER_MIGRATIONS = [
  initial,
  jobLabelRevisions,
  printBlocksAndRework,
  sharedRows,
  verification,
  signalDevices,
  lines,
  sparkplug,
  auditChain,
  orders,
  recordedEvents,
  linePeriods,
  apiKeyUses,
  labelApprovals,
  auditTimes,
  plantConnection,
  plantCounters,
  libraryItems,
  plantRows,
  blockedCounters,
];

/**
 * Tables that are checked for damage in the background, after printing has started. They grow with every print, so the check takes seconds for a
 * million prints, and no print reads their older rows. SQLite itself reports a damaged page when it is read.
 */
export const TABLES_CHECKED_LATER = [
  'prints',
  'print_serials',
  'print_hours',
  'history_minutes',
  'history_quarters',
  'missed_triggers',
  'audit_records',
  'recorded_events',
];

/** Name prefix of the physical tables with the rows of data tables. */
export const ROW_TABLES = 'table_data_';

/** Opens the controller's database (`:memory:` in tests) and migrates it. All tables of a suspect one are checked for damage first. */
export function openControllerDatabase(file: string, disk: DiskListener = {}, { isSuspect = false } = {}): ControllerDatabase {
  return openDatabase<ControllerSchema>({
    file,
    migrations: CONTROLLER_MIGRATIONS,
    disk,
    checkedLater: TABLES_CHECKED_LATER,
    rowTables: ROW_TABLES,
    recordsDurablePosition: true,
    isSuspect,
  });
}
