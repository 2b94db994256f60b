import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochOf, localTime, type LocalTime } from '#rendering/calendar/zone.ts';
import { propertyRuns } from '#support/property-runs.ts';

const BERLIN = 'Europe/Berlin';
const DAY = 86_400_000;

function local(text: string): LocalTime {
  const [year, month, day, hour, minute, second] = text.split(/\D/u).map(Number);
  return { year: year ?? 0, month: month ?? 0, day: day ?? 0, hour: hour ?? 0, minute: minute ?? 0, second: second ?? 0 };
}

describe('localTime', () => {
  it('shows the wall clock of the zone', () => {
    expect(localTime(Date.UTC(2026, 6, 1, 22, 5, 7), BERLIN)).toEqual(local('2026-07-02 00:05:07'));
  });

  it('knows zones with quarter hours', () => {
    expect(localTime(Date.UTC(2026, 0, 1, 0, 0, 0), 'Asia/Kathmandu')).toEqual(local('2026-01-01 05:45:00'));
  });

  it('works beyond 2038', () => {
    expect(localTime(Date.UTC(2038, 0, 19, 3, 14, 8), 'UTC')).toEqual(local('2038-01-19 03:14:08'));
  });

  it('follows clocks that are set back after a week, to the second', () => {
    const [forward, back] = [Date.UTC(2000, 9, 8, 3), Date.UTC(2000, 9, 15, 2)];
    const moments = [forward - 1000, forward, forward + 3 * DAY, back - 1000, back];
    expect(moments.map((moment) => localTime(moment, 'America/Recife'))).toEqual(
      ['2000-10-07 23:59:59', '2000-10-08 01:00:00', '2000-10-11 01:00:00', '2000-10-14 23:59:59', '2000-10-14 23:00:00'].map(local),
    );
  });

  it('counts the year 0 before the year 1', () => {
    expect(localTime(new Date('0000-06-01T00:00:00Z').getTime(), 'UTC').year).toBe(0);
  });

  it('refuses a zone that does not exist', () => {
    expect(() => localTime(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('epochOf', () => {
  it('C3 moves a skipped local time forward', () => {
    expect(epochOf(local('2026-03-29 02:30:00'), BERLIN)).toBe(Date.UTC(2026, 2, 29, 1, 30));
  });

  it('C3 takes the first of a repeated local time', () => {
    expect(epochOf(local('2026-10-25 02:30:00'), BERLIN)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  it('finds the start of a day that has no midnight', () => {
    const start = epochOf(local('2018-11-04 00:00:00'), 'America/Sao_Paulo');
    expect(localTime(start, 'America/Sao_Paulo')).toEqual(local('2018-11-04 01:00:00'));
    expect(localTime(start - 1000, 'America/Sao_Paulo')).toEqual(local('2018-11-03 23:59:59'));
  });

  it('is right before and after a day that a zone skipped', () => {
    expect(epochOf(local('2011-12-29 23:59:59'), 'Pacific/Apia')).toBe(Date.UTC(2011, 11, 30, 9, 59, 59));
    expect(epochOf(local('2011-12-31 00:00:00'), 'Pacific/Apia')).toBe(Date.UTC(2011, 11, 30, 10, 0, 0));
  });

  it('inverts every local time', () => {
    const zones = fc.constantFrom(BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), zones, (seconds, zone) => {
        const wall = localTime(seconds * 1000, zone);
        expect(localTime(epochOf(wall, zone), zone)).toEqual(wall);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
