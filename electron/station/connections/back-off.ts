const FIRST = 500;
const LONGEST = 5_000;
/** Lower limit, so that a random number near zero does not cause a burst of requests. */
const SHORTEST = 100;

/**
 * Exponential back-off with full jitter, in milliseconds: a random part of a time that doubles with every failure, up to 5 s. Clients that lost
 * a server at the same moment therefore do not all return at the same moment.
 */
export function backOff(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(Math.max(failures - 1, 0), 10));
  return Math.max(SHORTEST, Math.round(random() * longest));
}
