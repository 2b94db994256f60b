import { vi } from 'vitest';

/**
 * How long anything is waited for, in milliseconds: far longer than it ever takes, since a machine that has other things to do is no fault. What does
 * not come at all is found all the same.
 */
const PATIENCE = 60_000;

/** Calls `check` again and again until it throws nothing, and gives what it returned then. Fails with what it threw last. */
export function untilHolds<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE, interval: 1 });
}
