import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { StationClient } from '#contract/station/index.ts';

/** Reads a feed until `pick` finds something in an event, and ends it. */
async function untilFound<Event, Found>(
  feed: (signal: AbortSignal) => AsyncIterable<Event>,
  pick: (event: Event) => Found | undefined,
): Promise<Found> {
  const stop = new AbortController();
  try {
    for await (const event of feed(stop.signal)) {
      const found = pick(event);
      if (found !== undefined) return found;
    }
  } finally {
    stop.abort();
  }
  throw new Error('the feed ended');
}

/** The first connection that fits, as soon as it does. */
export function connectionWhen(client: StationClient, fits: (connection: Connection) => boolean): Promise<Connection> {
  return untilFound(
    (signal) => client.connections.watch({}, signal),
    (event) => {
      if (event.type === 'removed') return undefined;
      return (event.type === 'snapshot' ? event.connections : [event.connection]).find(fits);
    },
  );
}

/** The first printer that fits, as soon as it does. */
export function printerWhen(client: StationClient, fits: (printer: FleetPrinter) => boolean): Promise<FleetPrinter> {
  return untilFound(
    (signal) => client.fleet.watch({}, signal),
    (event) => {
      if (event.type === 'snapshot') return event.printers.find(fits);
      return event.type === 'changed' && fits(event.printer) ? event.printer : undefined;
    },
  );
}
