import type { Connection, ConnectionsEvent, ConnectionState } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import type { FeedSource } from '../feed.ts';
import type { Journal } from './journal.ts';

interface Sources {
  journal: Journal;
  fleet: FeedSource<FleetEvent>;
  connections: FeedSource<ConnectionsEvent>;
}

/** Notes controllers that come and go, and every state that a printer enters, as long as there is a station. */
export function noteFleet({ journal, fleet, connections }: Sources): void {
  const states = new Map<string, string>();
  const ways = new Map<string, ConnectionState>();

  function printerChanged({ connection, name, status }: FleetPrinter): void {
    if (!status) return;
    const key = JSON.stringify([connection, name]);
    const before = states.get(key);
    states.set(key, status.state);
    // The first state that is heard of a printer is no change.
    if (before === undefined || before === status.state) return;
    journal.note({ event: 'printer-state', subject: status.state, connection, printer: name, detail: status.errors.join('\n') });
  }

  function connectionChanged({ id, state, reason }: Connection): void {
    const before = ways.get(id);
    ways.set(id, state);
    if (before === state || state === 'connecting') return;
    journal.note({ event: `controller-${state}`, connection: id, detail: reason ?? '' });
  }

  fleet.subscribe((event) => {
    if (event.type === 'changed') printerChanged(event.printer);
    else if (event.type === 'snapshot') event.printers.forEach(printerChanged);
    else if (event.type === 'removed') states.delete(JSON.stringify([event.connection, event.name]));
  });
  connections.subscribe((event) => {
    if (event.type === 'changed') connectionChanged(event.connection);
    else if (event.type === 'removed') ways.delete(event.id);
  });
}
