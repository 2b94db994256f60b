import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { EngineCondition } from '../engine.ts';
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
  objections: readonly (string | undefined)[];
}

const PHASE_STATES: Record<CoderPhase, PrinterState> = {
  stopped: 'STOPPED',
  connecting: 'INITIALIZING',
  identifying: 'INITIALIZING',
  clearing: 'STARTING',
  ready: 'STARTED',
};

const NO_COUNT = 'The coder does not report how many prints it has made, so that none could be proven.';

/** State, errors and ink for the API. A print is only accepted in the state `STARTED`. */
export function coderCondition({ phase, proof, reading, lostSince, address, objections }: CoderFacts): EngineCondition {
  if (phase === 'stopped') return { state: 'STOPPED', errors: [], ink: [] };
  if (lostSince !== undefined) {
    return { state: 'ERROR', errors: [`No connection to ${address} since ${timeOfDay(lostSince)}.`], ink: [] };
  }
  const errors = [...objections, reading && findCountFault(proof, reading), ...(reading?.errors ?? [])].filter(
    (text) => text !== undefined,
  );
  const ink = reading ? inkOf(reading) : [];
  if (errors.length > 0) return { state: 'ERROR', errors, ink };
  return { state: phase === 'ready' ? (reading?.state ?? 'STARTED') : PHASE_STATES[phase], errors, ink };
}

/** Why prints of a coder cannot be proven. */
function findCountFault(proof: CoderTraits['proof'], { count }: CoderReading): string | undefined {
  return proof === 'count' && count === undefined ? NO_COUNT : undefined;
}

const RAG = { EMPTY: 'RED', LOW: 'AMBER', OK: 'GREEN' } as const;

/** The ink, with all that a person has to see to: the makeup and the ink system belong to it. */
function inkOf({ ink, warnings = [] }: CoderReading): InkStatus[] {
  if (ink === undefined) return [];
  const isAmber = ink === 'OK' && warnings.length > 0;
  const state = ink === 'EMPTY' ? 'ERROR' : 'STARTED';
  return [{ state, ragStatus: isAmber ? 'AMBER' : RAG[ink], level: ink, errors: [], warnings }];
}

function timeOfDay(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
