/** Whether a number that is written as in JSON is still there once it was read: it is finite, and a whole one beyond 2^53 has lost no digit. */
export function isKeptNumber(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(written) || String(value) === written;
}
