/** Half an hour in minutes. */
const MINUTES = 30;
/** The coordinate system of the path: the width in minutes, and the height. */
export const SPARKLINE_BOX = { width: MINUTES - 1, height: 20 } as const;
/** Space for the stroke at the upper and lower edge. */
const EDGE = 1;

/**
 * An SVG path of prints per minute, the newest at the right edge, from zero to the maximum. Unknown minutes are gaps, and a single known
 * minute between gaps is a dot.
 */
export function sparklinePath(perMinute: readonly (number | null)[]): string {
  const values = perMinute.slice(-MINUTES);
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const begin = MINUTES - values.length;
  return values
    .map((value, index) => {
      if (value === null) return '';
      const y = SPARKLINE_BOX.height - EDGE - (value / highest) * (SPARKLINE_BOX.height - 2 * EDGE);
      const isJoined = index > 0 && values[index - 1] !== null;
      const isAlone = !isJoined && (values[index + 1] ?? null) === null;
      return `${isJoined ? 'L' : 'M'}${begin + index} ${Number(y.toFixed(2))}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}
