import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { EngineCondition } from '../engine.ts';
import type { CoderStatus } from './coder-protocol.ts';

/** `connecting`: no connection. `identifying`: which coder is it? `clearing`: it may still print an earlier value. */
export type CoderPhase = 'stopped' | 'connecting' | 'identifying' | 'clearing' | 'ready';

export interface CoderFacts {
  phase: CoderPhase;
  status: CoderStatus | undefined;
  /** When the connection was lost, or could not be made for the first time, in milliseconds since the epoch. */
  lostSince: number | undefined;
  address: string;
  /** Why this coder must not print, whatever its status. */
  objections: readonly (string | undefined)[];
}

const PHASE_STATES: Record<CoderPhase, PrinterState> = {
  stopped: 'STOPPED',
  connecting: 'INITIALIZING',
  identifying: 'INITIALIZING',
  clearing: 'STARTING',
  ready: 'STARTED',
};

/** State, errors and ink for the API. A print is only accepted in the state `STARTED`. */
export function coderCondition({ phase, status, lostSince, address, objections }: CoderFacts): EngineCondition {
  if (phase === 'stopped') return { state: 'STOPPED', errors: [], ink: [] };
  if (lostSince !== undefined) {
    return { state: 'ERROR', errors: [`No connection to ${address} since ${timeOfDay(lostSince)}.`], ink: [] };
  }
  const errors = [...objections.filter((objection) => objection !== undefined), ...(status?.errors ?? [])];
  const ink = status ? [inkOf(status)] : [];
  if (errors.length > 0) return { state: 'ERROR', errors, ink };
  const isReady = !status || status.state === 'STARTED';
  return { state: isReady || phase === 'connecting' ? PHASE_STATES[phase] : status.state, errors, ink };
}

const RAG = { EMPTY: 'RED', LOW: 'AMBER', OK: 'GREEN' } as const;

/** The ink, with all that a person has to see to: the makeup and the ink system belong to it. */
function inkOf({ ink, warnings }: CoderStatus): InkStatus {
  const isAmber = ink === 'OK' && warnings.length > 0;
  return { state: ink === 'EMPTY' ? 'ERROR' : 'STARTED', ragStatus: isAmber ? 'AMBER' : RAG[ink], level: ink, errors: [], warnings };
}

function timeOfDay(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
