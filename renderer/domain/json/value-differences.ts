/** One difference of two documents; undefined = not present. */
export interface ValueDifference {
  /** For example `value` or `rows / 12 / 2`. */
  place: string;
  mine: string | undefined;
  theirs: string | undefined;
}

/** The differences of two documents in the order of `mine`; values that only `theirs` has follow. */
export function valueDifferences(mine: unknown, theirs: unknown): ValueDifference[] {
  const [left, right] = [leavesOf(mine), leavesOf(theirs)];
  const places = [...new Set([...left.keys(), ...right.keys()])];
  return places.flatMap((place) => {
    const difference = { place, mine: left.get(place), theirs: right.get(place) };
    return difference.mine === difference.theirs ? [] : [difference];
  });
}

/** Every value with its path. Rows and columns count from 1. */
function leavesOf(value: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const gather = (inner: unknown, steps: string[]): void => {
    if (Array.isArray(inner)) for (const [index, one] of inner.entries()) gather(one, [...steps, String(index + 1)]);
    else if (typeof inner === 'object' && inner !== null) for (const [key, one] of Object.entries(inner)) gather(one, [...steps, key]);
    else leaves.set(steps.join(' / '), typeof inner === 'string' ? inner : JSON.stringify(inner));
  };
  if (value !== null) gather(value, []);
  return leaves;
}
