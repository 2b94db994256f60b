import type { CurrentJob, PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Alarm } from '#contract/station/alarms.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';

/** An online connection without faults. */
export function aConnection(parts: Partial<Connection> = {}): Connection {
  return {
    id: 'c1',
    name: 'This computer',
    url: 'http://127.0.0.1:7311',
    embedded: true,
    state: 'online',
    reason: null,
    refusal: null,
    untrusted: null,
    trusted: null,
    hasKey: false,
    lastContact: Date.now(),
    safeMode: false,
    version: '0.1.0',
    timeZone: 'Europe/Berlin',
    clock: 'ok',
    isRestored: false,
    hasExtensions: true,
    ...parts,
  };
}

/** A job that is being printed. */
export function aJob(parts: Partial<CurrentJob> = {}): CurrentJob {
  return {
    id: 'j1',
    description: '',
    label: 'Best before',
    revision: 3,
    printed: 412,
    started: 412,
    copies: 1000,
    nextPrint: 'n1',
    ...parts,
  };
}

/** The status of a ready printer. */
export function aStatus(parts: Partial<PrinterStatus> = {}): PrinterStatus {
  return { state: 'STARTED', ragStatus: 'GREEN', errors: [], ink: [], job: null, queue: 0, ...parts };
}

/** A printer with live values. */
export function aPrinter(parts: Partial<FleetPrinter> = {}): FleetPrinter {
  const name = parts.name ?? 'Line 1';
  return {
    connection: 'c1',
    name,
    properties: { id: name, type: 'Virtual 300' },
    status: aStatus(),
    counters: { triggers: 0, triggerBounces: 0, printedLabels: 0 },
    lastContact: Date.now(),
    missedPolls: 0,
    stale: false,
    reason: null,
    ...parts,
  };
}

/** An alarm for low ink at the first printer, with the test's own fields. */
export function anAlarm(parts: Partial<Alarm> = {}): Alarm {
  return {
    ...{ id: parts.kind ?? 'ink-low', kind: 'ink-low', priority: 'medium', connection: 'c1', printer: 'Line 1', subject: 'K' },
    ...{ detail: 'Ink supply K is low.', isActive: true, raised: 1, lastRaised: 1, cleared: null, repeats: 0 },
    ...{ acknowledged: null, shelved: null },
    ...parts,
  };
}
