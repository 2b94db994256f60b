import { randomUUID } from 'node:crypto';
import { pino } from 'pino';

export interface StationLog {
  warn: (line: string) => void;
  /** Writes down a fault in this program, and returns the id under which it stands there. */
  report: (error: unknown) => string;
}

/**
 * JSON lines on standard error. Who read them may be gone, the disk full that they go to, and a program without a console has nowhere to write to:
 * the station goes on without the line.
 */
export function openStationLog(name: string): StationLog {
  const destination = pino.destination({ fd: 2, sync: true });
  destination.on('error', () => undefined);
  const log = pino({ name }, destination);
  return {
    warn: (line) => log.warn(line),
    report: (error) => {
      const id = randomUUID();
      log.error({ err: error, id }, 'a fault inside the station');
      return id;
    },
  };
}
