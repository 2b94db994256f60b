import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { EngineCondition } from '../engine.ts';
import type { CoderReading } from './coder.ts';

/** `connecting`: no connection. `identifying`: which device is it? `clearing`: it may still finish an earlier print. */
export type CoderPhase = 'stopped' | 'connecting' | 'identifying' | 'clearing' | 'ready';

export interface CoderFacts {
  phase: CoderPhase;
  reading: CoderReading | undefined;
  /** When the connection was lost, or could not be made for the first time, in milliseconds since the epoch. */
  lostSince: number | undefined;
  address: string;
  /** Why this device must not print, whatever it says. */
  objection: string | undefined;
}

const PHASE_STATES: Record<CoderPhase, PrinterState> = {
  stopped: 'STOPPED',
  connecting: 'INITIALIZING',
  identifying: 'INITIALIZING',
  clearing: 'STARTING',
  ready: 'STARTED',
};

/** State and errors for the API. A print is only accepted in the state `STARTED`. */
export function coderCondition({ phase, reading, lostSince, address, objection }: CoderFacts): EngineCondition {
  if (phase === 'stopped') return { state: 'STOPPED', errors: [], ink: [] };
  const errors: string[] = [];
  if (lostSince !== undefined) errors.push(`No connection to ${address} since ${timeOfDay(lostSince)}.`);
  if (objection !== undefined) errors.push(objection);
  if (lostSince === undefined) errors.push(...(reading?.errors ?? []));
  if (errors.length > 0) return { state: 'ERROR', errors, ink: [] };
  return { state: phase === 'ready' ? (reading?.state ?? 'STARTED') : PHASE_STATES[phase], errors, ink: [] };
}

function timeOfDay(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
