type Point = readonly [x: number, y: number];

const MAX_DASHES = 100_000;

/**
 * Cuts a line into dashes. `pattern` has alternating lengths of dashes and gaps, which continue around corners; a pattern of odd length
 * swaps dashes and gaps when it repeats. Throws a RangeError for more than 100 000 pieces.
 */
export function cutDashes(points: readonly Point[], pattern: readonly number[]): Point[][] {
  if (lengthOf(points) / meanLength(pattern) > MAX_DASHES) {
    throw new RangeError(`The dash pattern cuts the line into more than ${MAX_DASHES} pieces`);
  }
  const dashes: Point[][] = [];
  let step = 0;
  let left = pattern[0] ?? 0;
  let dash: Point[] = points[0] ? [points[0]] : [];
  for (let index = 1; index < points.length; index += 1) {
    let from = points[index - 1] as Point;
    const to = points[index] as Point;
    for (let length = distance(from, to); length > left; length = distance(from, to)) {
      const cut: Point = [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length];
      if (step % 2 === 0) dashes.push([...dash, cut]);
      dash = [cut];
      from = cut;
      step += 1;
      left = pattern[step % pattern.length] ?? 0;
    }
    left -= distance(from, to);
    if (step % 2 === 0) dash.push(to);
  }
  if (step % 2 === 0) dashes.push(dash);
  return dashes;
}

function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let index = 1; index < points.length; index += 1) length += distance(points[index - 1] as Point, points[index] as Point);
  return length;
}

function meanLength(pattern: readonly number[]): number {
  return pattern.reduce((sum, length) => sum + length, 0) / pattern.length;
}

function distance([x0, y0]: Point, [x1, y1]: Point): number {
  return Math.hypot(x1 - x0, y1 - y0);
}
