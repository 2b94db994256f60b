import { describe, expect, it } from 'vitest';
import { bucketEdges, type BucketRange } from '#controller/history/buckets.ts';

const BERLIN = 'Europe/Berlin';

function starts(range: Omit<BucketRange, 'start' | 'end'> & { start: string; end: string }, limit = 20_000): string[] | undefined {
  const found = bucketEdges({ ...range, start: Date.parse(range.start), end: Date.parse(range.end) }, limit);
  return found && Array.from(found.subarray(0, -1), (start) => new Date(start).toISOString());
}

function hoursBetween(texts: string[] | undefined): number[] {
  const moments = (texts ?? []).map((text) => Date.parse(text) / 3_600_000);
  return moments.slice(1).map((moment, index) => moment - moments[index]!);
}

describe('the buckets of the history', () => {
  it('begin with the one that holds the start and end with the one that holds the end', () => {
    expect(starts({ resolution: 'MINUTES', start: '2026-11-21T06:00:59.999Z', end: '2026-11-21T06:02:00Z', timeZone: 'UTC' })).toEqual([
      '2026-11-21T06:00:00.000Z',
      '2026-11-21T06:01:00.000Z',
      '2026-11-21T06:02:00.000Z',
    ]);
  });

  it('are one when start and end are the same', () => {
    expect(starts({ resolution: 'DAYS', start: '2026-11-21T06:00:00Z', end: '2026-11-21T06:00:00Z', timeZone: BERLIN })).toEqual([
      '2026-11-20T23:00:00.000Z',
    ]);
  });

  it('C3 are days of 23 hours in spring', () => {
    const days = starts({ resolution: 'DAYS', start: '2026-03-28T12:00:00Z', end: '2026-03-30T12:00:00Z', timeZone: BERLIN });
    expect(hoursBetween(days)).toEqual([24, 23]);
  });

  it('C3 are days of 25 hours in autumn', () => {
    const days = starts({ resolution: 'DAYS', start: '2026-10-24T12:00:00Z', end: '2026-10-26T12:00:00Z', timeZone: BERLIN });
    expect(hoursBetween(days)).toEqual([24, 25]);
  });

  it('C3 are hours that continue through the repeated hour', () => {
    const hours = starts({ resolution: 'HOURS', start: '2026-10-24T23:30:00Z', end: '2026-10-25T02:30:00Z', timeZone: BERLIN });
    expect(hours).toEqual(['2026-10-24T23:00:00.000Z', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z']);
  });

  it('are hours of the local clock where it is not a whole number of hours from UTC', () => {
    expect(starts({ resolution: 'HOURS', start: '2026-11-21T06:10:00Z', end: '2026-11-21T07:10:00Z', timeZone: 'Asia/Kathmandu' })).toEqual(
      ['2026-11-21T05:15:00.000Z', '2026-11-21T06:15:00.000Z'],
    );
  });

  it('give the hour in which clocks change by half an hour 90 minutes', () => {
    const hours = starts({
      resolution: 'HOURS',
      start: '2026-04-04T13:00:00Z',
      end: '2026-04-04T16:30:00Z',
      timeZone: 'Australia/Lord_Howe',
    });
    expect(hoursBetween(hours)).toEqual([1, 1.5, 1]);
  });

  it('C3 begin an hour where a change of half an hour leads to one', () => {
    const hours = starts({
      resolution: 'HOURS',
      start: '2018-05-04T13:30:00Z',
      end: '2018-05-04T16:00:00Z',
      timeZone: 'Asia/Pyongyang',
    });
    expect(hoursBetween(hours)).toEqual([1, 0.5, 1]);
  });

  it('are weeks that start on Monday', () => {
    const weeks = starts({ resolution: 'WEEKS', start: '2026-11-22T12:00:00Z', end: '2026-11-23T12:00:00Z', timeZone: 'UTC' });
    expect(weeks).toEqual(['2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z']);
  });

  it('begin a day whose midnight does not exist with its first moment', () => {
    const days = starts({ resolution: 'DAYS', start: '2018-11-03T12:00:00Z', end: '2018-11-04T12:00:00Z', timeZone: 'America/Sao_Paulo' });
    expect(days).toEqual(['2018-11-03T03:00:00.000Z', '2018-11-04T03:00:00.000Z']);
  });

  it('are refused above the limit', () => {
    expect(
      starts({ resolution: 'MINUTES', start: '2026-11-21T06:00:00Z', end: '2026-11-21T06:03:00Z', timeZone: 'UTC' }, 3),
    ).toBeUndefined();
  });

  it('E24 are refused at once for thousands of years', () => {
    expect(starts({ resolution: 'MINUTES', start: '0000-01-01T00:00:00Z', end: '9999-01-01T00:00:00Z', timeZone: BERLIN })).toBeUndefined();
  });
});
