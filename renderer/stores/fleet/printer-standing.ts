import type { AlarmPriority } from '#contract/station/alarm-priorities.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { PRINTING_STATES } from '#contract/api-v3/printer-states.ts';

/**
 * How soon a printer needs a person, most urgent first: the order of the monitor. `paused` has a job that it cannot print now; `ready` and
 * `stopped` have none.
 */
export const STANDINGS = ['critical', 'caution', 'lost', 'printing', 'paused', 'ready', 'stopped'] as const;
export type Standing = (typeof STANDINGS)[number];

export interface StandingInput {
  /** Its values must not be shown as live. */
  isStale: boolean;
  /** The priority of its most urgent alarm, if that alone requires a person. */
  alarm: AlarmPriority | undefined;
}

/** The standing of a printer. A stale one is `lost`, whatever it reported last; a disabled one has no faults. */
export function standingOf({ status, properties }: FleetPrinter, { isStale, alarm }: StandingInput): Standing {
  if (isStale || !status) return 'lost';
  const { state, ragStatus } = status;
  if ([state, ragStatus, alarm].some((sign) => sign === 'ERROR' || sign === 'RED' || sign === 'critical')) return 'critical';
  const needsCaution = alarm !== undefined || ragStatus === 'AMBER' || state === 'OTHER';
  if (needsCaution && properties.enabled !== false) return 'caution';
  if (PRINTING_STATES.has(status.state)) return status.job ? 'printing' : 'ready';
  return status.job ? 'paused' : 'stopped';
}

/** Whether a printer needs a person. */
export function isInAlarm(standing: Standing | undefined): boolean {
  return standing === 'critical' || standing === 'caution';
}
