const FIRST = 500;
const LONGEST = 5_000;
/** So that even the luckiest draw leaves the other side some room. */
const SHORTEST = 100;

/** Full jitter: a random part of a time that doubles with every failure, up to 5 s, so that many who lost at once do not return at once. */
export function backOff(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(Math.max(failures - 1, 0), 10));
  return Math.max(SHORTEST, Math.round(random() * longest));
}
