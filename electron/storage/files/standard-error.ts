import { pino } from 'pino';

/** Characters of unwritten lines in memory. Further lines are dropped. */
const MAX_BUFFER = 1_000_000;

/** Standard error as a destination for pino. Errors are ignored: the reader may have gone, the disk may be full, or there may be no console. */
export function standardError(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd: 2, sync: true, maxLength: MAX_BUFFER });
  destination.on('error', () => undefined);
  return destination;
}
