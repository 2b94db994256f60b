/** The whole number in a cell, from 0; undefined when there is none, or when it is too large to count exactly. */
export function wholeNumberOf(cell: string): number | undefined {
  const digits = cell.trim();
  if (!/^\d+$/u.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}
