import { describe, expect, it } from 'vitest';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { Moment } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

const DAY_MS = 86_400_000;
const ALL_CODES = parseDynamicText(
  '{YEAR} {YEAR2} {MONTH} {DAYOFMONTH} {DAYOFYEAR} {JULIAN} {WEEK} {WEEKYEAR} {WEEKDAY} {HOUR} {HOUR12} {AMPM} {MINUTE} {SECOND}',
);
/**
 * Twelve zones: both hemispheres, offsets of 30 and 45 minutes, transitions of 30 minutes, both sides of the date line, and one without
 * transitions.
 */
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Sao_Paulo', 'America/St_Johns'],
  ...['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Kiritimati'],
];
const MONTH_ENDS = Array.from({ length: 21 * 12 }, (_, index) => Date.UTC(2020, index + 1, 0));

function resolve(text: string | typeof ALL_CODES, moment: Moment): string {
  const parsed = typeof text === 'string' ? parseDynamicText(text) : text;
  return resolveText(parsed, { moment, variables: new Map(), counters: new Map(), row: undefined });
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** The Monday-based weekday of a UTC date. */
function weekdayOf(date: Date): number {
  return date.getUTCDay() || 7;
}

/** The expected values from Intl (local time) and from Date in UTC (calendar). */
function expectedCodes(epochMs: number, format: Intl.DateTimeFormat): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (format.format(epochMs).match(/\d+/gu) ?? []).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = new Date(Date.UTC(year, month - 1, day + 4 - weekdayOf(date)));
  const weekYear = thursday.getUTCFullYear();
  const week = Math.ceil(((thursday.getTime() - Date.UTC(weekYear, 0, 1)) / DAY_MS + 1) / 7);
  const dayOfYear = digits((date.getTime() - Date.UTC(year, 0, 0)) / DAY_MS, 3);
  return [
    [digits(year, 4), digits(year, 4).slice(2), digits(month, 2), digits(day, 2), dayOfYear, dayOfYear],
    [digits(week, 2), digits(weekYear, 4), digits(weekdayOf(date), 2)],
    [digits(hour, 2), digits(((hour + 11) % 12) + 1, 2), hour >= 12 ? 'PM' : 'AM', digits(minute, 2), digits(second, 2)],
  ]
    .flat()
    .join(' ');
}

/** The times at which the fields differ from the oracle. */
function differences(timeZone: string, moments: readonly number[]): string[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const wrong: string[] = [];
  for (const epochMs of moments) {
    const expected = expectedCodes(epochMs, format);
    const written = resolve(ALL_CODES, { epochMs, timeZone });
    if (written !== expected) wrong.push(`${new Date(epochMs).toISOString()}: ${written}, not ${expected}`);
  }
  return wrong;
}

describe('date codes against Intl and Date', () => {
  it.each(ZONES)('C7 agree on every day of 2020 to 2040 in %s', (timeZone) => {
    const days = (Date.UTC(2041, 0, 1) - Date.UTC(2020, 0, 1)) / DAY_MS;
    const moments = Array.from({ length: days }, (_, day) => Date.UTC(2020, 0, 1 + day, (day * 7) % 24, (day * 11) % 60, day % 60));
    expect(differences(timeZone, moments)).toEqual([]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ])('C3 agree on every minute around the clock change of %s at %s', (timeZone, change) => {
    const moments = Array.from({ length: 361 }, (_, minute) => Date.parse(change) + (minute - 180) * 60_000);
    expect(differences(timeZone, moments)).toEqual([]);
  });

  it('C7 agree before and after 2038, distant leap days, and all past leap seconds', () => {
    const turns = ['2038-01-19T03:14:08Z', '2096-02-29T00:00:00Z', '2100-03-01T00:00:00Z', '2000-02-29T00:00:00Z', '2400-02-29T00:00:00Z'];
    const leapSeconds = ['2012-07-01T00:00:00Z', '2015-07-01T00:00:00Z', '2017-01-01T00:00:00Z'];
    const moments = [...turns, ...leapSeconds].flatMap((turn) => [-2, -1, 0, 1].map((second) => Date.parse(turn) + second * 1_000));
    expect([differences('UTC', moments), differences('Asia/Tokyo', moments)]).toEqual([[], []]);
  });

  it('C7 never write a sixtieth second: a leap second repeats the second before it', () => {
    const seconds = Array.from({ length: 61 }, (_, second) => Date.parse('2016-12-31T23:59:00Z') + second * 1_000);
    const written = seconds.map((epochMs) => resolve('{MINUTE}:{SECOND}', { epochMs, timeZone: 'UTC' }));
    expect([written.slice(58), written.some((text) => text.endsWith('60'))]).toEqual([['59:58', '59:59', '00:00'], false]);
  });

  it.each([
    ['2020-12-31T12:00:00Z', '2020-53-04'],
    ['2021-01-03T12:00:00Z', '2020-53-07'],
    ['2021-01-04T12:00:00Z', '2021-01-01'],
    ['2026-12-31T12:00:00Z', '2026-53-04'],
    ['2024-12-30T12:00:00Z', '2025-01-01'],
  ])('C7 give %s the ISO week %s', (moment, week) => {
    expect(resolve('{WEEKYEAR}-{WEEK}-{WEEKDAY}', { epochMs: Date.parse(moment), timeZone: 'UTC' })).toBe(week);
  });
});

describe('offsets from the ends of all months of 2020 to 2040 against Date', () => {
  const OFFSETS = [-13, -1, 1, 2, 12, 25];

  function shiftedEnds(monthEnd: 'end' | 'spill'): string[] {
    return OFFSETS.flatMap((months) => {
      const text = parseDynamicText(`{TIME;{YEAR}-{MONTH}-{DAYOFMONTH};${months < 0 ? '' : '+'}${months}months}`);
      return MONTH_ENDS.map((epochMs) => resolve(text, { epochMs, timeZone: 'UTC', monthEnd }));
    });
  }

  function expectedEnds(shift: (year: number, month: number, day: number) => number): string[] {
    return OFFSETS.flatMap((months) =>
      MONTH_ENDS.map((epochMs) => {
        const date = new Date(epochMs);
        return new Date(shift(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate())).toISOString().slice(0, 10);
      }),
    );
  }

  it('C7 stay within the month by default', () => {
    expect(shiftedEnds('end')).toEqual(
      expectedEnds((year, month, day) => Math.min(Date.UTC(year, month, day), Date.UTC(year, month + 1, 0))),
    );
  });

  it('C7 spill into the next month where the moment says so', () => {
    expect(shiftedEnds('spill')).toEqual(expectedEnds((year, month, day) => Date.UTC(year, month, day)));
  });
});
