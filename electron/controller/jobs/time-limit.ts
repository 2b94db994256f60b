import type { Timers } from '../engines/timers.ts';

/** The outside world did not answer in time: what it did nobody knows. */
export class TimeLimitError extends Error {
  constructor(limit: number) {
    super(`no answer within ${limit} ms`);
    this.name = 'TimeLimitError';
  }
}

/** Waits for the outside world, but not for ever: rejects with a `TimeLimitError` after `limit` milliseconds. */
export async function withinLimit<Result>(answer: Promise<Result>, limit: number, timers: Timers): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = timers.setTimeout(() => reject(new TimeLimitError(limit)), limit);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timers.clearTimeout(timer);
  }
}
