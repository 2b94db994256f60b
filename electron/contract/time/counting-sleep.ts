/** Tolerated difference between the two counters, in milliseconds: systems round their uptime to seconds. */
const UPTIME_RESOLUTION = 2_000;

/**
 * Adds the time that the machine sleeps to `awake`, a precise counter that stops meanwhile. `machineUptime` includes sleep and may be coarse: a sleep
 * of less than two seconds is not noticed. Both in milliseconds.
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
