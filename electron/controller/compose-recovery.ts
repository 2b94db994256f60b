import { CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import { Backups } from './backups/backups.ts';
import type { Clock } from './clock/clock.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Timers } from './platform/timers.ts';
import { PrintPermission } from './printing/print-permission.ts';
import { Recovery, type RecoveryDeps } from './recovery/recovery.ts';

type RecoveryCompositionDeps = Pick<RecoveryDeps, 'settings' | 'counters' | 'plantRows' | 'jobs' | 'printers' | 'highWater' | 'log'> & {
  clock: Clock;
  timers: Timers;
};

/** Composes the modules that prevent values from being printed twice: backups, recovery after a restore, and the permission to print. */
export function composeRecovery({ db, files, version, now, isSafeMode, ...options }: ControllerOptions, deps: RecoveryCompositionDeps) {
  const { clock, log, timers } = deps;
  const recovery = new Recovery({ ...deps, db, now, database: files?.database, isWalLost: options.isWalLost ?? false });
  const backups = new Backups({
    database: files?.database,
    folder: files?.backups ?? '',
    newestSchema: CONTROLLER_MIGRATIONS.length,
    ...{ version, now, timers, log, isSafeMode, checkFolder: options.folder?.check, onRestore: options.onRestore },
  });
  return { backups, recovery, permission: new PrintPermission({ clock, recovery }) };
}
