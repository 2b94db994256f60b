import type { Alarm, AlarmKind } from '#contract/station/alarms.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { Condition } from './alarm-condition.ts';
import { connectionConditions, staleCondition } from './connection-conditions.ts';
import { printerConditions } from './printer-conditions.ts';

/** A connection and its printers as the station last saw them. */
export interface ConnectionSnapshot {
  connection: Connection;
  printers: ReadonlyMap<string, FleetPrinter>;
}

/**
 * All conditions of a connection and its printers. While the controller is not online, the printers' last conditions remain; they end when the
 * controller is switched off.
 */
export function conditionsOf({ connection, printers }: ConnectionSnapshot): Condition[] {
  if (connection.state === 'off') return [];
  const ofPrinters = [...printers.values()].flatMap((printer) => [...printerConditions(printer), ...staleCondition(connection, printer)]);
  return [...connectionConditions(connection), ...ofPrinters];
}

/** Alarms about the connection itself, whose conditions are known without an answer of the controller. */
const CONNECTION_KINDS: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  ...([
    'controller-lost',
    'controller-refused',
    'controller-untrusted',
    'controller-locked',
    'controller-folder-lost',
    'printer-stale',
  ] as const),
]);

/** Whether the condition of an alarm cannot be evaluated, because its printer or controller does not answer or has not answered yet. */
export function isUnknown({ connection, printers }: ConnectionSnapshot, { kind, printer }: Alarm): boolean {
  if (CONNECTION_KINDS.has(kind) || connection.state === 'off') return false;
  if (printer !== null) return printers.get(printer)?.status === null || (connection.state !== 'online' && !printers.has(printer));
  return connection.state !== 'online' || [...printers.values()].every(({ status }) => status === null);
}

/** Whether an online controller no longer lists the printer. */
export function isPrinterGone({ connection, printers }: ConnectionSnapshot, { printer }: { printer: string | null }): boolean {
  return printer !== null && connection.state === 'online' && !printers.has(printer);
}
