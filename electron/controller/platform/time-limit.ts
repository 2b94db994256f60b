import type { Timers } from './timers.ts';

/** A device or process did not answer in time. Whether it did what it was asked for is unknown. */
export class TimeLimitError extends Error {
  constructor(limit: number) {
    super(`no answer within ${limit} ms`);
    this.name = 'TimeLimitError';
  }
}

/** Resolves or rejects as `answer` does; rejects with a `TimeLimitError` after `limit` milliseconds. */
export async function withinLimit<Result>(answer: Promise<Result>, limit: number, timers: Timers): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = timers.setTimeout(() => reject(new TimeLimitError(limit)), limit);
  try {
    return await Promise.race([answer, late]);
  } finally {
    timers.clearTimeout(timer);
  }
}
