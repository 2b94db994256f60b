import type { PlantController } from '#contract/plant/plant-controller.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const GIGABYTE = 1_000_000_000;
/** A difference that a print of the time shows. */
const CLOCK_LIMIT = 5 * SECOND;
/** Backups are made every day: one has been missed. */
const BACKUP_LIMIT = 36 * HOUR;
const FREE_LIMIT = 2 * GIGABYTE;
/** As many as a busy line prints within some minutes. */
const WAITING_LIMIT = 10_000;

/** What a plant says about one controller. Durations in milliseconds. */
export interface ControllerFacts {
  version: string;
  clock: { ahead: number; isTrusted: boolean; isFault: boolean };
  /** Age of the last backup by the clock of the controller; undefined without one. */
  backup: { age: number | undefined; isFault: boolean };
  /** Free bytes on the disk; undefined if unknown. */
  disk: { free: number | undefined; isFault: boolean };
  /** Prints that wait to be sent. */
  waiting: { count: number; isFault: boolean };
}

/** The facts of the last report, and which of them need attention; undefined before the first report. */
export function controllerFacts({ report, clockAhead = 0 }: PlantController): ControllerFacts | undefined {
  if (!report) return undefined;
  const { version, clock, lastBackup, freeBytes, waitingPrints } = report;
  const age = lastBackup === undefined ? undefined : Math.max(0, Date.parse(clock.now) - Date.parse(lastBackup));
  return {
    version,
    clock: { ahead: clockAhead, isTrusted: clock.isTrusted, isFault: !clock.isTrusted || Math.abs(clockAhead) > CLOCK_LIMIT },
    backup: { age, isFault: age === undefined || age > BACKUP_LIMIT },
    disk: { free: freeBytes, isFault: freeBytes !== undefined && freeBytes < FREE_LIMIT },
    waiting: { count: waitingPrints, isFault: waitingPrints > WAITING_LIMIT },
  };
}
