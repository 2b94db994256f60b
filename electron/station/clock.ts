import { uptime } from 'node:os';

/** Time as the station sees it; tests pass one that they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. May jump when somebody sets the computer's clock. */
  now(): number;
  /** Milliseconds that only ever grow, the time that the machine sleeps included: for durations and ages. */
  elapsed(): number;
  /** Runs `action` once after `delay`, unless the function that is returned is called first. */
  after(delay: number, action: () => void): () => void;
}

/** So much may the two counters differ by themselves, in milliseconds: systems tell the time since their start in whole seconds or so. */
const COARSE = 2_000;

/**
 * A fine counter that stops while the machine sleeps, made to count that time too: by it, what a printer said before the lid was closed
 * would still be live after it is opened. `uptime` counts on in sleep and may be coarse. Both in milliseconds.
 */
export function countingSleep(awake: () => number, machineUptime: () => number): () => number {
  const begun = machineUptime() - awake();
  let slept = 0;
  return () => {
    const counted = awake();
    const missing = machineUptime() - begun - counted - slept;
    if (missing > COARSE) slept += missing;
    return counted + slept;
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
