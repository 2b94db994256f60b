import { hostname } from 'node:os';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import type { StationAudit } from '../audit/station-audit.ts';
import { BackupOrders } from '../backups/backup-orders.ts';
import { RestoreOrders } from '../backups/restore-orders.ts';
import { carriedBy, takeRestoredMark } from '../backups/restored-mark.ts';
import { StationBackups } from '../backups/station-backups.ts';
import type { Controllers } from '../connections/controllers.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { Clock } from '../platform/system-clock.ts';
import { SetupFiles } from '../setup/setup-files.ts';

export interface BackupModulesOptions {
  db: StationDatabase;
  clock: Clock;
  version: string;
  dataFolder?: string | undefined;
  controllerFolder?: string | undefined;
  restart?: (() => void) | undefined;
  report: (error: unknown) => void;
}

export interface BackupModules {
  /** Of controllers. */
  readonly backupOrders: BackupOrders;
  readonly restoreOrders: RestoreOrders;
  readonly stationBackups: StationBackups;
  readonly setupFiles: SetupFiles;
}

interface BackupDeps {
  controllers: Controllers;
  eventLog: EventLog;
  audit: StationAudit;
  /** The person of the change that is being made. */
  person: () => string;
}

/** Backups of controllers and of the station, and set-up files. */
export function backupModules(options: BackupModulesOptions, { controllers, eventLog, audit, person }: BackupDeps): BackupModules {
  const { db, clock, version, dataFolder, controllerFolder, report, restart = () => undefined } = options;
  const carried = () => carriedBy(db, person());
  const place = { dataFolder, version, computer: hostname(), clock, carried, restart };
  return {
    backupOrders: new BackupOrders({ controllers, clock, report }),
    restoreOrders: new RestoreOrders({ controllers, clock, report }),
    stationBackups: new StationBackups({ ...place, report, takeMark: () => takeMark({ db, eventLog, audit }) }),
    setupFiles: new SetupFiles({ ...place, controllerFolder }),
  };
}

/** The event log and the audit log of before were replaced too: the restored ones begin with what has happened. */
async function takeMark({ db, eventLog, audit }: { db: StationDatabase; eventLog: EventLog; audit: StationAudit }) {
  const taken = await takeRestoredMark(db);
  if (!taken) return undefined;
  const detail = new Date(taken.made).toISOString();
  eventLog.add({ event: 'command-done', subject: 'stationBackups.restore', detail, person: taken.person });
  audit.add({ operation: 'stationBackups.restore', person: taken.person, screen: '', subject: detail });
  return taken;
}
