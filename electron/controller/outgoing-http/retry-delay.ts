const FIRST = 2_000;
const LONGEST = 15 * 60_000;
const SHORTEST = 250;

/**
 * Milliseconds until the next attempt after so many failed ones: exponential back-off with full jitter, so that receivers that come back are
 * not reached by all controllers at once. `random` is from 0 to 1; `most` is the longest pause, a quarter of an hour by default. A receiver may ask for a longer pause, of an hour at most.
 */
export function retryDelay(
  attempts: number,
  { random, retryAfter = 0, most = LONGEST }: { random: number; retryAfter?: number | undefined; most?: number },
): number {
  const longest = Math.min(most, FIRST * 2 ** Math.min(attempts, 20));
  return Math.max(SHORTEST, Math.round(random * longest), Math.min(retryAfter, 3_600) * 1_000);
}
