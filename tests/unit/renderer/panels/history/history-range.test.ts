import { describe, expect, it } from 'vitest';
import { historyRange } from '#renderer/panels/history/history-range.ts';

const NOW = Date.parse('2026-11-21T14:03:12Z');

describe('the range of the history', () => {
  it.each([
    ['MINUTES', 60],
    ['HOURS', 24],
    ['DAYS', 14],
    ['WEEKS', 12],
  ] as const)('shows %s as %i buckets', (resolution, buckets) => {
    const size = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400, WEEKS: 604_800 }[resolution];
    const { start, end } = historyRange(resolution, NOW);
    // Both ends count: the bucket that holds the start, and the one that is going on.
    expect(Math.floor(end / size) - Math.floor(start / size) + 1).toBe(buckets);
  });
});
