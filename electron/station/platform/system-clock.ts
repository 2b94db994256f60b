import { uptime } from 'node:os';

/** The station's source of time. Tests pass a manual one. */
export interface Clock {
  /** Milliseconds since the epoch. Jumps when the computer's clock is set. */
  now(): number;
  /** Monotonic time in milliseconds, for durations and ages. Includes the time that the machine sleeps. */
  elapsed(): number;
  /** Runs `action` once after `delay` milliseconds. The returned function cancels it. */
  after(delay: number, action: () => void): () => void;
}

/** Tolerated difference between the two counters, in milliseconds: systems round their uptime to seconds. */
const UPTIME_RESOLUTION = 2_000;

/**
 * Adds the time that the machine sleeps to `awake`, a precise counter that stops meanwhile: without it, values from before a sleep would count as
 * live after it. `machineUptime` includes sleep and may be coarse. Both in milliseconds.
 */
export function countingSleep(awake: () => number, machineUptime: () => number): () => number {
  const offset = machineUptime() - awake();
  let slept = 0;
  return () => {
    const now = awake();
    const missing = machineUptime() - offset - now - slept;
    if (missing > UPTIME_RESOLUTION) slept += missing;
    return now + slept;
  };
}

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
