/** The whole number that a cell holds, from 0; undefined when it holds none, or one that cannot be counted on exactly. */
export function wholeNumberOf(cell: string): number | undefined {
  const digits = cell.trim();
  if (!/^\d+$/u.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}
