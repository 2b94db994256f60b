import { EXPIRES_IN_HEADER, SENT_AT_HEADER } from '#contract/api-v3/command-expiry.ts';
import { ProblemError } from '#contract/problem.ts';

/** When a person gave a command, and how long it may take to reach the printer. Times are milliseconds. */
export interface CommandTime {
  /** The press, on the station's monotonic clock. */
  pressedAt: number;
  limit: number;
  /** What the operator reads when it is too late: `Not triggered`. */
  refusal: string;
}

/** A product has moved on after this time, or an operator has pressed again. */
export const TRIGGER_LIMIT = 2_000;
/** No product waits for a selection, but operators do not expect a job to change later. The controller checks its rows after this time has been judged. */
export const SELECTION_LIMIT = 10_000;

/**
 * The headers that tell the controller how much time is left. `sentAt` is what its clock shows now, at least; undefined if it shows none. Throws
 * `command-expired` when no time is left.
 */
export function expiryHeaders(time: CommandTime, now: number, sentAt: number | undefined): Record<string, string> {
  const age = now - time.pressedAt;
  // A press in the future is of a page that knows the clock of an earlier station only.
  if (age < 0 || age >= time.limit) throw tooLate(time);
  return {
    [EXPIRES_IN_HEADER]: String(Math.ceil(time.limit - age)),
    ...(sentAt !== undefined && { [SENT_AT_HEADER]: String(Math.max(0, Math.floor(sentAt))) }),
  };
}

/** The refusal of a command in the words of an operator, wherever on its way it was found to be late. */
export function tooLate({ limit, refusal }: CommandTime): ProblemError {
  return new ProblemError('command-expired', { detail: `${refusal}: the command took more than ${limit / 1_000} s to reach the printer.` });
}
