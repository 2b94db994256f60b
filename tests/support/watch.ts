import type { Alarm } from '#contract/station/alarms.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { StationClient } from '#contract/station/index.ts';
import type { JournalEntry } from '#contract/station/journal.ts';

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

/** The first alarm that fits, as soon as it does. */
export function alarmWhen(client: StationClient, fits: (alarm: Alarm) => boolean): Promise<Alarm> {
  return untilFound(
    (signal) => client.alarms.watch({}, signal),
    (event) => {
      if (event.type === 'snapshot') return event.alarms.find(fits);
      return event.type === 'changed' && fits(event.alarm) ? event.alarm : undefined;
    },
  );
}

/** Resolves with the newest entry that fits, once the journal has one. */
export async function journalHas(client: StationClient, fits: (entry: JournalEntry) => boolean): Promise<JournalEntry> {
  const stop = new AbortController();
  for await (const _ of client.journal.watch({}, stop.signal)) {
    const { entries } = await client.journal.list({ limit: 100 });
    const found = entries.find(fits);
    if (!found) continue;
    stop.abort();
    return found;
  }
  throw new Error('the feed ended');
}
