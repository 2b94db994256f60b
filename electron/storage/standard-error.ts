import { pino } from 'pino';

/** What waits at most of lines that could not be written, in characters; what comes beyond is left out. */
const MOST_WAITING = 1_000_000;

/**
 * Standard error, for a log. Who read it may be gone, the disk full that it goes to, and a program without a console has nowhere to write to: the
 * program goes on without the line.
 */
export function standardError(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MOST_WAITING });
  destination.on('error', () => undefined);
  return destination;
}
