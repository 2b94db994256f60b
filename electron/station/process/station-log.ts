import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { standardError } from '#storage/files/standard-error.ts';

export interface StationLog {
  warn: (line: string) => void;
  /** Logs an unexpected error, and returns the id of the log entry. */
  report: (error: unknown) => string;
}

/** Opens the station's log: JSON lines on standard error, and to `write` if it is given. */
export function openStationLog(name: string, write: (line: string) => void = () => undefined): StationLog {
  const destination = standardError();
  const both = (line: string): void => {
    destination.write(line);
    write(line);
  };
  const log = pino({ name }, { write: both });
  return {
    warn: (line) => log.warn(line),
    report: (error) => {
      const id = randomUUID();
      log.error({ err: error, id }, 'unexpected error');
      return id;
    },
  };
}
