import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { CoderReading } from '../coders/coder.ts';
import type { ZipherCommand } from './zipher-messages.ts';

/** The answer to `GST`. */
export interface ZipherStatus {
  overall: number;
  isFaulty: boolean;
  /** The selected job; empty for none. */
  job: string;
  /** Prints in the life of the device. */
  total: number;
}

const FAULT = '2';
const FIELDS = 6;

/** Asks for state, job and counts. A line with fewer fields reports a change of the state, and answers nothing. */
export const STATUS: ZipherCommand<ZipherStatus> = {
  parts: ['GST'],
  data: (fields) => {
    const [name, overall = '', error = '', job = '', batch = '', total = ''] = fields;
    if (name !== 'STS' || fields.length !== FIELDS + 1) return undefined;
    if (!/^[0-4]$/.test(overall) || !/^[0-2]$/.test(error) || !/^\d{1,15}$/.test(batch) || !/^\d{1,15}$/.test(total)) return undefined;
    return { overall: Number(overall), isFaulty: error === FAULT, job, total: Number(total) };
  },
};

const STATES: Record<number, CoderReading['state']> = { 1: 'STARTING', 3: 'STARTED', 4: 'STANDBY' };
const STATE_ERRORS: Record<number, PlainStatusErrorCode> = {
  0: 'coder-shut-down',
  2: 'coder-shutting-down',
};

/** State and errors of a status; `faults` as `GFT` lists them: number, whether it can be cleared, and text. */
export function stateOf({ overall, isFaulty }: ZipherStatus, faults: readonly string[]): Pick<CoderReading, 'state' | 'errors'> {
  const state = STATES[overall] ?? 'STANDBY';
  const stateError = STATE_ERRORS[overall];
  const errors = stateError === undefined ? [] : [statusError(stateError)];
  for (let at = 0; at < faults.length; at += 3) {
    errors.push(statusError('coder-fault-message', { number: faults[at] ?? '', message: faults[at + 2] ?? '' }));
  }
  if (isFaulty && faults.length === 0) errors.push(statusError('coder-fault'));
  return { state, errors };
}
