import type { ClockState } from '#contract/api-v3/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Below this a difference is a clock's own: corrections from the network, and timers that come late. In milliseconds. */
export const STEP = 5 * MINUTE;
/** A day, and room for a change to or from summer time on top: a date on a product is off by more until somebody looks. */
const DOUBT = 26 * HOUR;
/** The longest time for which a controller may have been switched off, works holidays included. */
const LONGEST_OFF = 60 * DAY;

/** What a clock showed, and what it would have shown had nobody set it; milliseconds since the epoch. */
export interface Sighting {
  wall: number;
  expected: number;
}

/** What a clock that is `deviation` milliseconds ahead of what was expected is worth; negative when it is behind. */
export function stateOf(deviation: number): ClockState {
  const size = Math.abs(deviation);
  if (size <= STEP) return 'ok';
  return size <= DOUBT ? 'stepped' : 'doubtful';
}

/**
 * What the clock is expected to show at a start, from what it showed last. Nobody knows how long the controller was off: any time up to
 * 60 days is believed. A clock that was ahead before and has not been set back since is still ahead by as much.
 */
export function expectedAtStart(last: Sighting | undefined, now: number): number {
  if (!last) return now;
  const ahead = last.wall - last.expected;
  if (ahead > STEP && now >= last.wall - STEP) return now - ahead;
  const off = now - last.expected;
  return off >= -STEP && off <= LONGEST_OFF ? now : last.expected;
}
