/** A half hour, a minute each. */
const MINUTES = 30;
/** The box that a path is drawn in: its width in minutes, and its height. */
export const SPARK_BOX = { width: MINUTES - 1, height: 20 } as const;
/** Room for the stroke at the upper and lower edge. */
const EDGE = 1;

/**
 * One SVG path for prints per minute, the newest at the right edge, from zero to the highest. Nothing is drawn where nobody knows, and a minute
 * between two gaps is a dot.
 */
export function sparkPath(perMinute: readonly (number | null)[]): string {
  const values = perMinute.slice(-MINUTES);
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const begin = MINUTES - values.length;
  return values
    .map((value, index) => {
      if (value === null) return '';
      const y = SPARK_BOX.height - EDGE - (value / highest) * (SPARK_BOX.height - 2 * EDGE);
      const isJoined = index > 0 && values[index - 1] !== null;
      const isAlone = !isJoined && (values[index + 1] ?? null) === null;
      return `${isJoined ? 'L' : 'M'}${begin + index} ${Number(y.toFixed(2))}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}
