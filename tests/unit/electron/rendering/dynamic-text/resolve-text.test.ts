import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { propertyRuns } from '#support/property-runs.ts';

const ROW = new Map([['GTIN', '3257983125481']]);

function valuesAt(moment: string, timeZone = 'Europe/Berlin'): PrintValues {
  return {
    moment: { epochMs: Date.parse(moment), timeZone },
    variables: new Map([
      ['Lot', 'A7731'],
      ['Weeks', '4'],
      ['Odd', '{YEAR}'],
      ['__proto__', 'plain'],
    ]),
    counters: new Map([
      ['Serial', { value: 42, width: 6, padding: '0' }],
      ['Letters', { value: 1, width: 2, padding: '0', format: 'alpha' }],
      ['Depth', { value: -7, width: 0, padding: '0' }],
    ]),
    row: ROW,
  };
}

function resolve(source: string, moment = '2026-11-21T08:05:09+01:00', timeZone?: string): string {
  return resolveText(parseDynamicText(source), valuesAt(moment, timeZone));
}

describe('resolveText', () => {
  it.each([
    ['{YEAR}-{MONTH}-{DAYOFMONTH}', '2026-11-21'],
    ['{YEAR2}{DAYOFYEAR}', '26325'],
    ['{JULIAN}', '325'],
    ['{WEEK}/{WEEKYEAR}/{WEEKDAY}', '47/2026/06'],
    ['{HOUR}:{MINUTE}:{SECOND}', '08:05:09'],
    ['{HOUR12} {AMPM}', '08 AM'],
    ['{HOUR;WIDTH=1}', '8'],
    ['{DAYOFYEAR;WIDTH=5;PADDING= }', '  325'],
    ['Lot {VARIABLE;Lot}', 'Lot A7731'],
    ['{VARIABLE;__proto__}', 'plain'],
    ['{TABLE;GTIN}', '3257983125481'],
    ['{COUNTER;Serial}', '000042'],
    ['{COUNTER;Serial;WIDTH=3;PADDING=*}', '*42'],
    ['{COUNTER;Serial;WIDTH=1}', '42'],
    ['{COUNTER;Letters}', 'AB'],
    ['{COUNTER;Letters;WIDTH=4}', 'AAAB'],
    ['{COUNTER;Letters;FORMAT=#0123456789}', '01'],
    ['{COUNTER;Depth;WIDTH=4}', '-007'],
    ['{COUNTER;Depth;WIDTH=4;PADDING= }', '  -7'],
    ['{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+30days}', '21.12.2026'],
    ['{TIME;{YEAR}{DAYOFYEAR};+3months-1week-4hours}', '2027045'],
    ['{TIME;{WEEK};+{VARIABLE;Weeks}weeks}', '51'],
    ['{TIME;{TIME;{YEAR}-{MONTH};+1month};+1year}', '2027-12'],
    ['{TIME;{YEAR}}', '2026'],
    ['{TIME;{MONTH};+1 Month -1 month}', '11'],
  ])('resolves %s', (source, text) => {
    expect(resolve(source)).toBe(text);
  });

  it.each([
    ['{MONTH;FORMAT=alpha}', 'L'],
    ['{YEAR2;FORMAT=alpha}', 'BA'],
    ['{HOUR;FORMAT=alpha;WIDTH=3}', 'AAI'],
    ['{HOUR;FORMAT=alpha;WIDTH=3;PADDING=0}', '00I'],
    ['{COUNTER;Serial;FORMAT=alpha}', 'AAAABQ'],
    ['{COUNTER;Depth;FORMAT=alpha;WIDTH=3}', '-AH'],
    ['{COUNTER;Serial;FORMAT=#01;WIDTH=0}', '101010'],
    ['{MONTH;FORMAT=#0123456789XYZ}', 'Y'],
    ['{HOUR;FORMAT=#٠١٢٣٤٥٦٧٨٩}', '٠٨'],
    ['{HOUR;FORMAT=#\u{1f600}\u{1f601};WIDTH=6}', '\u{1f600}\u{1f600}\u{1f601}\u{1f600}\u{1f600}\u{1f600}'],
    ['{MONTH;FORMAT=shortmonth}', 'Nov'],
    ['{WEEKDAY;FORMAT=shortweekday}', 'Sat'],
    ['{WEEKDAY;FORMAT=shortweekday;WIDTH=5}', '  Sat'],
    ['{WEEKDAY;FORMAT={A;B;C;D;E;F;G}}', 'F'],
    ['{YEAR;FORMAT={#2025;K;L;M}}', 'L'],
    ['{COUNTER;Depth;FORMAT={#-7;deep;;top}}', 'deep'],
    ['{COUNTER;Depth;FORMAT={#-8;deep;;top}}', ''],
  ])('writes the number of %s in its format', (source, text) => {
    expect(resolve(source)).toBe(text);
  });

  it.each([
    ['{IF;{HOUR};<;12;early;late}', 'early'],
    ['{IF;{TIME;{HOUR};+6hours};<;12;early;late}', 'late'],
    ['{IF;{VARIABLE;Lot};=;A7731;{YEAR};{VARIABLE;Nope}}', '2026'],
    ['{IF;{VARIABLE;Lot};<>;A7731;{COUNTER;Nope};{IF;1;>=;1;{MONTH};}}', '11'],
    ['{IF;{VARIABLE;Lot};=;;empty;}', ''],
  ])('resolves the branch that %s chooses, and no other', (source, text) => {
    expect(resolve(source)).toBe(text);
  });

  it('never reads codes in values', () => {
    expect(resolve('{VARIABLE;Odd}')).toBe('{YEAR}');
  });

  it('writes midnight and noon by the twelve-hour clock', () => {
    expect(resolve('{HOUR12}{AMPM}', '2026-11-21T00:30:00+01:00')).toBe('12AM');
    expect(resolve('{HOUR12}{AMPM}', '2026-11-21T12:30:00+01:00')).toBe('12PM');
  });

  it.each([
    ['2026-01-31T12:00:00Z', '+1month', '2026-02-28'],
    ['2028-01-31T12:00:00Z', '+1month', '2028-02-29'],
    ['2028-02-29T12:00:00Z', '+1year', '2029-02-28'],
    ['2026-03-31T12:00:00Z', '-1month', '2026-02-28'],
    ['2026-12-31T12:00:00Z', '+2months', '2027-02-28'],
    ['2026-01-01T12:00:00Z', '-1day', '2025-12-31'],
  ])('C7 keeps %s %s within the month', (moment, offset, date) => {
    expect(resolve(`{TIME;{YEAR}-{MONTH}-{DAYOFMONTH};${offset}}`, moment, 'UTC')).toBe(date);
  });

  it.each([
    ['2026-01-31T12:00:00Z', '+1month', '2026-03-03'],
    ['2028-01-31T12:00:00Z', '+1month', '2028-03-02'],
    ['2028-02-29T12:00:00Z', '+1year', '2029-03-01'],
    ['2026-03-31T12:00:00Z', '-1month', '2026-03-03'],
    ['2026-10-31T12:00:00Z', '+1month', '2026-12-01'],
    ['2026-12-31T12:00:00Z', '+1month', '2027-01-31'],
    ['2026-01-31T12:00:00Z', '+1month+1month', '2026-04-03'],
  ])('C7 spills %s %s into the next month where the moment says so', (moment, offset, date) => {
    const values = valuesAt(moment, 'UTC');
    const text = parseDynamicText(`{TIME;{YEAR}-{MONTH}-{DAYOFMONTH};${offset}}`);
    expect(resolveText(text, { ...values, moment: { ...values.moment, monthEnd: 'spill' } })).toBe(date);
  });

  it('spills inside a TIME with a shifted time', () => {
    const values = valuesAt('2026-01-30T12:00:00Z', 'UTC');
    const text = parseDynamicText('{TIME;{TIME;{MONTH}-{DAYOFMONTH};+1month};+1day}');
    expect(resolveText(text, { ...values, moment: { ...values.moment, monthEnd: 'spill' } })).toBe('03-03');
  });

  it('C3 counts days by the calendar and hours by the clock when daylight saving begins', () => {
    expect(resolve('{TIME;{DAYOFMONTH} {HOUR};+1day}', '2026-03-28T12:00:00+01:00')).toBe('29 12');
    expect(resolve('{TIME;{DAYOFMONTH} {HOUR};+24hours}', '2026-03-28T12:00:00+01:00')).toBe('29 13');
  });

  it.each([
    ['{VARIABLE;Nope}', 'There is no variable "Nope" (at character 1)'],
    ['x{COUNTER;Nope}', 'There is no counter "Nope" (at character 2)'],
    ['{TABLE;Nope}', 'The table has no column "Nope" (at character 1)'],
    ['x{YEAR;FORMAT={#2020;A;B}}', 'The value 2026 is not in the list of FORMAT, which goes from 2020 to 2021 (at character 2)'],
    ['{COUNTER;Depth;FORMAT={A;B;C}}', 'The value -7 is not in the list of FORMAT, which goes from 1 to 3 (at character 1)'],
    ['{DAYOFMONTH;FORMAT=shortmonth}', 'The value 21 is not in the list of FORMAT, which goes from 1 to 12 (at character 1)'],
    ['{IF;1;=;1;{VARIABLE;Nope};x}', 'There is no variable "Nope" (at character 11)'],
    ['{IF;{VARIABLE;Nope};=;1;x;y}', 'There is no variable "Nope" (at character 5)'],
    ['{TIME;x;{VARIABLE;Lot}}', '"A7731" is not an offset such as +3months-1week (at character 1)'],
    ['{TIME;{YEAR};+999999999years}', 'The offset leads to a date outside the years 0 to 9999 (at character 1)'],
    ['{TIME;{YEAR};+999999999weeks}', 'The offset leads to a date outside the years 0 to 9999 (at character 1)'],
    ['{TIME;{YEAR};-999999999hours}', 'The offset leads to a date outside the years 0 to 9999 (at character 1)'],
  ])('refuses %s instead of printing nothing', (source, message) => {
    expect(() => resolve(source)).toThrow(message);
  });

  it('refuses a column when no row is chosen', () => {
    const values = { ...valuesAt('2026-11-21T00:00:00Z'), row: undefined };
    expect(() => resolveText(parseDynamicText('{TABLE;GTIN}'), values)).toThrow('The column "GTIN" needs a table row, and none is chosen');
  });

  it('C7 agrees with Intl at every moment', () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'medium' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        const moment = new Date(seconds * 1000);
        const text = resolve('{YEAR}-{MONTH}-{DAYOFMONTH} {HOUR}:{MINUTE}:{SECOND}', moment.toISOString(), 'America/New_York');
        expect(text).toBe(format.format(moment));
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
