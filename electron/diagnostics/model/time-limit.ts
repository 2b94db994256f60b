import { setTimeout as wait } from 'node:timers/promises';

/** What a limit gives instead of a result. */
export const TOO_LATE = Symbol('too late');

/** The result of work, or `TOO_LATE` after `limit` milliseconds; the signal then ends the work. */
export async function withinLimit<Result>(
  limit: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | typeof TOO_LATE> {
  const end = new AbortController();
  const timer = new AbortController();
  try {
    const late = wait(limit, TOO_LATE, { signal: timer.signal }).catch((): typeof TOO_LATE => TOO_LATE);
    const working = work(end.signal);
    working.catch(() => undefined);
    return await Promise.race([working, late]);
  } finally {
    timer.abort();
    end.abort();
  }
}
