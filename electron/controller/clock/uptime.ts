/** How long the machine's own answer holds, and how far the wall clock may differ meanwhile, in milliseconds. */
const HOLDS = 1_000;
const MOST_DIFFERENCE = 20;

export interface UptimeOptions {
  /** Milliseconds since the machine was switched on, its sleep included: what the machine says. */
  read: () => number;
  /** The wall clock. */
  now: () => number;
  /** Milliseconds that only ever grow, the machine's sleep left out. */
  monotonicNow: () => number;
}

/**
 * Milliseconds since the machine was switched on, its sleep included, for those who ask often: to ask the machine reads a file. In between
 * it goes on with the monotonic clock, as long as the wall clock goes on alike: whenever the machine slept or that clock was set, the machine
 * is asked. Never goes back.
 */
export function frequentUptime({ read, now, monotonicNow }: UptimeOptions): () => number {
  let asked = { wall: -Infinity, monotonic: -Infinity, uptime: 0 };
  let latest = 0;
  return () => {
    const [wall, monotonic] = [now(), monotonicNow()];
    const passed = monotonic - asked.monotonic;
    const isAlike = passed < HOLDS && Math.abs(wall - asked.wall - passed) <= MOST_DIFFERENCE;
    if (!isAlike) asked = { wall, monotonic, uptime: read() };
    latest = Math.max(latest, asked.uptime + (isAlike ? passed : 0));
    return latest;
  };
}
