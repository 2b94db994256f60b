import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { PrinterState } from '#contract/api-v3/printer-states.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import type { EngineCondition } from '../engine.ts';
import type { ZplStatus } from './zpl-status.ts';

/** `connecting`: no connection. `identifying`: which printer is it? `clearing`: it may still finish an earlier label. */
export type ZplPhase = 'stopped' | 'connecting' | 'identifying' | 'clearing' | 'ready';

export interface ConditionFacts {
  phase: ZplPhase;
  status: ZplStatus | undefined;
  /** When the connection was lost, or could not be made for the first time, in milliseconds since the epoch. */
  lostSince: number | undefined;
  address: string;
  /** Why this printer must not print, whatever its status. */
  objection: StatusError | undefined;
}

const PHASE_STATES: Record<ZplPhase, PrinterState> = {
  stopped: 'STOPPED',
  connecting: 'INITIALIZING',
  identifying: 'INITIALIZING',
  clearing: 'STARTING',
  ready: 'STARTED',
};

/** State and errors for the API. A print is only accepted in the state `STARTED`. */
export function zplCondition({ phase, status, lostSince, address, objection }: ConditionFacts): EngineCondition {
  if (phase === 'stopped') return { state: 'STOPPED', errors: [], ink: [] };
  const errors: StatusError[] = [];
  if (lostSince !== undefined) errors.push(statusError('no-connection', { address, time: timeOfDay(lostSince) }));
  if (objection !== undefined) errors.push(objection);
  if (lostSince === undefined) errors.push(...(status?.errors ?? []));
  if (errors.length > 0) return { state: 'ERROR', errors, ink: [] };
  const isPaused = status?.isPaused === true && phase !== 'connecting';
  return { state: isPaused ? 'STANDBY' : PHASE_STATES[phase], errors, ink: [] };
}

function timeOfDay(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB');
}
