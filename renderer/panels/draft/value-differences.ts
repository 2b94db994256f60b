/** One place in which two documents differ; undefined where one of them has nothing. */
export interface ValueDifference {
  /** Such as `value`, or `rows / 12 / 2`. */
  place: string;
  mine: string | undefined;
  theirs: string | undefined;
}

/** Where two documents differ, in the order of mine; what only theirs has follows. */
export function valueDifferences(mine: unknown, theirs: unknown): ValueDifference[] {
  const [left, right] = [leavesOf(mine), leavesOf(theirs)];
  const places = [...new Set([...left.keys(), ...right.keys()])];
  return places.flatMap((place) => {
    const difference = { place, mine: left.get(place), theirs: right.get(place) };
    return difference.mine === difference.theirs ? [] : [difference];
  });
}

/** Every value with its place. Rows and columns are counted as people do, from 1. */
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
