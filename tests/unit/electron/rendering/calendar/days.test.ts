import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayOfNumber, dayOfYear, isoWeek, weekday } from '#rendering/calendar/days.ts';
import { propertyRuns } from '#support/property-runs.ts';

const DAY_MS = 86_400_000;
const anyDay = fc.integer({ min: -719_162, max: 2_932_896 });

describe('days', () => {
  it('C7 agree with Date on every day from the year 1 to 9999', () => {
    fc.assert(
      fc.property(anyDay, (number) => {
        const date = new Date(number * DAY_MS);
        const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        expect(dayOfNumber(number)).toEqual(day);
        expect(dayNumber(day)).toBe(number);
        expect(weekday(day) % 7).toBe(date.getUTCDay());
        const newYear = new Date(0);
        newYear.setUTCFullYear(day.year, 0, 1);
        expect(dayOfYear(day)).toBe(number - newYear.getTime() / DAY_MS + 1);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it.each([
    ['2020-12-31', { year: 2020, week: 53 }],
    ['2021-01-01', { year: 2020, week: 53 }],
    ['2021-01-04', { year: 2021, week: 1 }],
    ['2024-12-30', { year: 2025, week: 1 }],
    ['2026-12-31', { year: 2026, week: 53 }],
    ['2027-01-03', { year: 2026, week: 53 }],
    ['2016-01-03', { year: 2015, week: 53 }],
  ])('C7 gives %s its ISO week', (text, week) => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
    expect(isoWeek({ year, month, day })).toEqual(week);
  });
});
