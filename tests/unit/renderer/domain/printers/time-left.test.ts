import { describe, expect, it } from 'vitest';
import { timeLeft } from '#renderer/domain/printers/time-left.ts';

const MINUTE = 60_000;

describe('the time until a job is printed', () => {
  it('follows from the mean rate of the last five minutes with data', () => {
    expect(timeLeft({ printed: 400, copies: 1_000 }, [500, 10, 30, null, 20, 20])).toBe(30 * MINUTE);
  });

  it.each([
    ['the job has no target', { printed: 5 }, [10]],
    ['all copies are printed', { printed: 10, copies: 10 }, [10]],
    ['nothing is printed', { printed: 5, copies: 10 }, [0, 0]],
    ['no rate is known', { printed: 5, copies: 10 }, [null]],
  ])('is unknown while %s', (_, job, rates) => {
    expect(timeLeft(job, rates)).toBeUndefined();
  });
});
