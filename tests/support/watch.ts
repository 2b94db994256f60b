import type { Alarm } from '#contract/station/alarms.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { EventLogEntry } from '#contract/station/event-log.ts';

/** Reads a feed until `pick` returns a value for an event. */
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

/** Resolves with the first matching connection. */
export function connectionWhen(client: StationClient, fits: (connection: Connection) => boolean): Promise<Connection> {
  return untilFound(
    (signal) => client.connections.watch({}, signal),
    (event) => {
      if (event.type === 'removed') return undefined;
      return (event.type === 'snapshot' ? event.connections : [event.connection]).find(fits);
    },
  );
}

/** Resolves with the identifier of the connection to this address, once it is online. */
export async function onlineAt(client: StationClient, url: string): Promise<string> {
  return (await connectionWhen(client, (connection) => connection.url === url && connection.state === 'online')).id;
}

/** Resolves with the first matching printer. */
export function printerWhen(client: StationClient, fits: (printer: FleetPrinter) => boolean): Promise<FleetPrinter> {
  return untilFound(
    (signal) => client.fleet.watch({}, signal),
    (event) => {
      if (event.type === 'snapshot') return event.printers.find(fits);
      return event.type === 'changed' && fits(event.printer) ? event.printer : undefined;
    },
  );
}

/** Resolves with the printer of this name once it matches. */
export function namedPrinterWhen(client: StationClient, name: string, fits: (printer: FleetPrinter) => boolean): Promise<FleetPrinter> {
  return printerWhen(client, (printer) => printer.name === name && fits(printer));
}

/** Resolves with the first matching alarm. */
export function alarmWhen(client: StationClient, fits: (alarm: Alarm) => boolean): Promise<Alarm> {
  return untilFound(
    (signal) => client.alarms.watch({}, signal),
    (event) => {
      if (event.type === 'snapshot') return event.alarms.find(fits);
      return event.type === 'changed' && fits(event.alarm) ? event.alarm : undefined;
    },
  );
}

/** Resolves with the newest matching entry of the event log. */
export async function eventLogHas(client: StationClient, fits: (entry: EventLogEntry) => boolean): Promise<EventLogEntry> {
  const stop = new AbortController();
  for await (const _ of client.eventLog.watch({}, stop.signal)) {
    const { entries } = await client.eventLog.list({ limit: 100 });
    const found = entries.find(fits);
    if (!found) continue;
    stop.abort();
    return found;
  }
  throw new Error('the feed ended');
}
