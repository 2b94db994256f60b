import type { CurrentJob, PrinterStatus } from '#contract/api-v3/printer.ts';
import type { Alarm } from '#contract/station/alarms.ts';
import type { Connection } from '#contract/station/connections.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';

/** A connection that is as it should be. */
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

/** A job under way. */
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

/** The status of a printer that is ready. */
export function aStatus(parts: Partial<PrinterStatus> = {}): PrinterStatus {
  return { state: 'STARTED', ragStatus: 'GREEN', errors: [], ink: [], job: null, queue: 0, ...parts };
}

/** A printer that answered just now. */
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

/** Ink that is low on the first printer, and whatever a test says otherwise. */
export function anAlarm(parts: Partial<Alarm> = {}): Alarm {
  return {
    ...{ id: parts.kind ?? 'ink-low', kind: 'ink-low', priority: 'medium', connection: 'c1', printer: 'Line 1', subject: 'K' },
    ...{ detail: 'Ink supply K is low.', isActive: true, raised: 1, lastRaised: 1, cleared: null, repeats: 0 },
    ...{ acknowledged: null, shelved: null },
    ...parts,
  };
}
