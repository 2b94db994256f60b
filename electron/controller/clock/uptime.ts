/** How long a reading of the machine is reused, and how far the wall clock may deviate meanwhile, in milliseconds. */
const MAX_CACHE_AGE = 1_000;
const MAX_DIFFERENCE = 20;

export interface UptimeOptions {
  /** Reads the milliseconds since the machine was switched on, including sleep. */
  read: () => number;
  /** The wall clock. */
  now: () => number;
  /** Monotonic milliseconds, without sleep. */
  monotonicNow: () => number;
}

/**
 * Milliseconds since the machine was switched on, including sleep, for frequent calls: reading them opens a file. Between readings the
 * value follows the monotonic clock while the wall clock agrees; after sleep or a change of the wall clock the machine is read again. Never
 * decreases.
 */
export function frequentUptime({ read, now, monotonicNow }: UptimeOptions): () => number {
  let lastReading = { wall: -Infinity, monotonic: -Infinity, uptime: 0 };
  let latest = 0;
  return () => {
    const [wall, monotonic] = [now(), monotonicNow()];
    const passed = monotonic - lastReading.monotonic;
    const isAlike = passed < MAX_CACHE_AGE && Math.abs(wall - lastReading.wall - passed) <= MAX_DIFFERENCE;
    if (!isAlike) lastReading = { wall, monotonic, uptime: read() };
    latest = Math.max(latest, lastReading.uptime + (isAlike ? passed : 0));
    return latest;
  };
}
