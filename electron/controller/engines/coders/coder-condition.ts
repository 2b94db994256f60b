import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { EngineCondition, EngineInk } from '../engine.ts';
import type { CoderReading, CoderTraits } from './coder.ts';

/** `connecting`: no connection. `identifying`: which coder is it? `clearing`: it may still print an earlier value. */
export type CoderPhase = 'stopped' | 'connecting' | 'identifying' | 'clearing' | 'ready';

export interface CoderFacts {
  phase: CoderPhase;
  proof: CoderTraits['proof'];
  reading: CoderReading | undefined;
  /** When the connection was lost, or could not be made for the first time, in milliseconds since the epoch. */
  lostSince: number | undefined;
  address: string;
  /** Why this coder must not print, whatever it says. */
  objections: readonly (StatusError | undefined)[];
}

const PHASE_STATES: Record<CoderPhase, PrinterState> = {
  stopped: 'STOPPED',
  connecting: 'INITIALIZING',
  identifying: 'INITIALIZING',
  clearing: 'STARTING',
  ready: 'STARTED',
};

/** State, errors and ink for the API. A print is only accepted in the state `STARTED`. */
export function coderCondition({ phase, proof, reading, lostSince, address, objections }: CoderFacts): EngineCondition {
  if (phase === 'stopped') return { state: 'STOPPED', errors: [], ink: [] };
  if (lostSince !== undefined) {
    return { state: 'ERROR', errors: [statusError('no-connection', { address, time: timeOfDay(lostSince) })], ink: [] };
  }
  const errors = [...objections, reading && findCountFault(proof, reading), ...(reading?.errors ?? [])].filter(
    (error) => error !== undefined,
  );
  const ink = reading ? inkOf(reading) : [];
  if (errors.length > 0) return { state: 'ERROR', errors, ink };
  return { state: phase === 'ready' ? (reading?.state ?? 'STARTED') : PHASE_STATES[phase], errors, ink };
}

/** Why prints of a coder cannot be proven. */
function findCountFault(proof: CoderTraits['proof'], { count }: CoderReading): StatusError | undefined {
  return proof === 'count' && count === undefined ? statusError('print-count-not-reported') : undefined;
}

const RAG = { EMPTY: 'RED', LOW: 'AMBER', OK: 'GREEN' } as const;

/** The ink, with all that a person has to see to: the makeup and the ink system belong to it. */
function inkOf({ ink, warnings = [] }: CoderReading): EngineInk[] {
  if (ink === undefined) return [];
  const isAmber = ink === 'OK' && warnings.length > 0;
  const state = ink === 'EMPTY' ? 'ERROR' : 'STARTED';
  return [{ state, ragStatus: isAmber ? 'AMBER' : RAG[ink], level: ink, errors: [], warnings }];
}

function timeOfDay(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
