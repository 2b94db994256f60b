import { CONTROLLER_MIGRATIONS } from '#storage/controller-database.ts';
import { Backups } from './backups/backups.ts';
import type { Clock } from './clock/clock.ts';
import type { ControllerOptions } from './controller-options.ts';
import type { Timers } from './engines/timers.ts';
import { PrintLeave } from './jobs/print-leave.ts';
import { Recovery, type RecoveryRooms } from './recovery/recovery.ts';

type KeepingRooms = Pick<RecoveryRooms, 'settings' | 'counters' | 'jobs' | 'printers' | 'highWater' | 'log'> & {
  clock: Clock;
  timers: Timers;
};

/** The rooms that keep what was printed from being printed again: backups, what follows a restore, and the leave to print. */
export function composeKeeping({ db, files, version, now, isSafeMode, ...options }: ControllerOptions, rooms: KeepingRooms) {
  const { clock, log, timers } = rooms;
  const recovery = new Recovery({ ...rooms, db, now, database: files?.database, isLogLost: options.isLogLost ?? false });
  const backups = new Backups({
    database: files?.database,
    folder: files?.backups ?? '',
    newestSchema: CONTROLLER_MIGRATIONS.length,
    ...{ version, now, timers, log, isSafeMode, checkFolder: options.folder?.check, onRestore: options.onRestore },
  });
  return { backups, recovery, leave: new PrintLeave({ clock, recovery }) };
}
