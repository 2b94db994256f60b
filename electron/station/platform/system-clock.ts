import { uptime } from 'node:os';
import { countingSleep } from '#contract/time/counting-sleep.ts';

/** The station's source of time. Tests pass a manual one. */
export interface Clock {
  /** Milliseconds since the epoch. Jumps when the computer's clock is set. */
  now(): number;
  /** Monotonic time in milliseconds, for durations and ages. Includes the time that the machine sleeps. */
  elapsed(): number;
  /** Runs `action` once after `delay` milliseconds. The returned function cancels it. */
  after(delay: number, action: () => void): () => void;
}

/** Counts sleep, so that values from before a sleep do not count as live after it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: countingSleep(
    () => performance.now(),
    () => uptime() * 1_000,
  ),
  after: (delay, action) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
};
