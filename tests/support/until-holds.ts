import { vi } from 'vitest';

/** Longest wait in milliseconds: much longer than needed, so that a busy machine fails no test, and shorter than the limit of a test, so that the failure names the check. */
const PATIENCE = 30_000;

/** Repeats `check` until it does not throw, and returns its result. Throws its last error after the limit. */
export function untilHolds<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE, interval: 1 });
}
