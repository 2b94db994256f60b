import type { Connection, ConnectionsEvent, ConnectionState } from '#contract/station/connections.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { EventLog } from './event-log.ts';

interface Sources {
  eventLog: EventLog;
  fleet: FeedSource<FleetEvent>;
  connections: FeedSource<ConnectionsEvent>;
}

/** Writes every change of a connection's or a printer's state to the event log, until the process ends. */
export function logFleetEvents({ eventLog, fleet, connections }: Sources): void {
  const states = new Map<string, string>();
  const connectionStates = new Map<string, ConnectionState>();

  function printerChanged({ connection, name, status }: FleetPrinter): void {
    if (!status) return;
    const key = JSON.stringify([connection, name]);
    const before = states.get(key);
    states.set(key, status.state);
    // The first state of a printer is no change.
    if (before === undefined || before === status.state) return;
    eventLog.add({ event: 'printer-state', subject: status.state, connection, printer: name, detail: status.errors.join('\n') });
  }

  function connectionChanged({ id, state, reason }: Connection): void {
    const before = connectionStates.get(id);
    connectionStates.set(id, state);
    if (before === state || state === 'connecting') return;
    eventLog.add({ event: `controller-${state}`, connection: id, detail: reason ?? '' });
  }

  fleet.subscribe((event) => {
    if (event.type === 'changed') printerChanged(event.printer);
    else if (event.type === 'snapshot') event.printers.forEach(printerChanged);
    else if (event.type === 'removed') states.delete(JSON.stringify([event.connection, event.name]));
  });
  connections.subscribe((event) => {
    if (event.type === 'changed') connectionChanged(event.connection);
    else if (event.type === 'removed') connectionStates.delete(event.id);
  });
}
