import type { ClockState } from '#contract/api-v3/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Deviations up to this are normal: network time corrections and late timers. In milliseconds. */
export const TOLERANCE = 5 * MINUTE;
/** A day, plus two hours for a change to or from summer time: a clock that is further off is doubtful. */
const MAX_STEP = 26 * HOUR;
/** The longest time that a controller is expected to be off, including plant holidays. */
const MAX_POWERED_OFF = 60 * DAY;

/** A clock reading and the expected one; milliseconds since the epoch. */
export interface ClockSample {
  wall: number;
  expected: number;
}

/** The state of a clock that is `deviation` milliseconds ahead of the expected time; negative when it is behind. */
export function stateOf(deviation: number): ClockState {
  const size = Math.abs(deviation);
  if (size <= TOLERANCE) return 'ok';
  return size <= MAX_STEP ? 'stepped' : 'doubtful';
}

/**
 * The time that the clock is expected to show at a start, from its last sample. The time that the controller was off is unknown: up to 60
 * days is accepted. A clock that was ahead before and has not been set back is still ahead by as much.
 */
export function expectedAtStart(last: ClockSample | undefined, now: number): number {
  if (!last) return now;
  const ahead = last.wall - last.expected;
  if (ahead > TOLERANCE && now >= last.wall - TOLERANCE) return now - ahead;
  const off = now - last.expected;
  return off >= -TOLERANCE && off <= MAX_POWERED_OFF ? now : last.expected;
}
