import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { standardError } from '#storage/standard-error.ts';

export interface StationLog {
  warn: (line: string) => void;
  /** Writes down a fault in this program, and returns the id under which it stands there. */
  report: (error: unknown) => string;
}

/** JSON lines on standard error. */
export function openStationLog(name: string): StationLog {
  const log = pino({ name }, standardError());
  return {
    warn: (line) => log.warn(line),
    report: (error) => {
      const id = randomUUID();
      log.error({ err: error, id }, 'a fault inside the station');
      return id;
    },
  };
}
