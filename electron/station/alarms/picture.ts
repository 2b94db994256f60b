import type { Alarm, AlarmKind } from '#contract/station/alarms.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { Condition } from './condition.ts';
import { connectionConditions, staleCondition } from './connection-conditions.ts';
import { printerConditions } from './printer-conditions.ts';

/** One connection and its printers, as they are known now. */
export interface Picture {
  connection: Connection;
  printers: ReadonlyMap<string, FleetPrinter>;
}

/** Everything that is wrong in it. What a printer said last goes on to hold while its controller is silent, and not when it was switched off. */
export function conditionsOf({ connection, printers }: Picture): Condition[] {
  if (connection.state === 'off') return [];
  const ofPrinters = [...printers.values()].flatMap((printer) => [...printerConditions(printer), ...staleCondition(connection, printer)]);
  return [...connectionConditions(connection), ...ofPrinters];
}

/** What the way to a controller tells, whether it answers or not. */
const OF_THE_WAY: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  ...([
    'controller-lost',
    'controller-refused',
    'controller-untrusted',
    'controller-locked',
    'controller-folder-lost',
    'printer-stale',
  ] as const),
]);

/** Whether nobody can say now if this alarm still holds: whoever told of it does not answer, or has not yet. */
export function isUnknown({ connection, printers }: Picture, { kind, printer }: Alarm): boolean {
  if (OF_THE_WAY.has(kind) || connection.state === 'off') return false;
  if (printer !== null) return printers.get(printer)?.status === null || (connection.state !== 'online' && !printers.has(printer));
  return connection.state !== 'online' || [...printers.values()].every(({ status }) => status === null);
}

/** Whether its printer is not there any more, by a controller that answers. */
export function isOfNobody({ connection, printers }: Picture, { printer }: { printer: string | null }): boolean {
  return printer !== null && connection.state === 'online' && !printers.has(printer);
}
