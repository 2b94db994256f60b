/** Whether parsing a number from JSON preserves it: the value is finite, and an integer beyond 2^53 loses no digit. */
export function isExactNumber(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(written) || String(value) === written;
}
