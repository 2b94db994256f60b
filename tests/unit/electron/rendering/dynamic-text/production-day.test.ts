import { describe, expect, it } from 'vitest';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

function resolve(source: string, moment: string, productionDayStart: number): string {
  return resolveText(parseDynamicText(source), {
    moment: { epochMs: Date.parse(moment), timeZone: 'Europe/Berlin', productionDayStart },
    variables: new Map(),
    counters: new Map(),
    shiftCodes: new Map([['Crew', [{ offset: 0, code: 'N' }]]]),
    row: undefined,
  });
}

describe('a production day that starts at 06:00', () => {
  it.each([
    ['{YEAR}-{MONTH}-{DAYOFMONTH} {YEAR2} {DAYOFYEAR} {JULIAN}', '2026-12-31 26 365 365'],
    ['{WEEKYEAR} {WEEK} {WEEKDAY}', '2026 53 04'],
    ['{HOUR}:{MINUTE}:{SECOND} {HOUR12} {AMPM}', '05:59:59 05 AM'],
    ['{SHIFTCODE;Crew}', 'N'],
  ])('has %s before it', (source, text) => {
    expect(resolve(source, '2027-01-01T05:59:59+01:00', 360)).toBe(text);
  });

  it('begins exactly at its minute', () => {
    expect(resolve('{YEAR}-{MONTH}-{DAYOFMONTH}', '2027-01-01T06:00:00+01:00', 360)).toBe('2027-01-01');
  });

  it('applies to the time shifted by TIME', () => {
    expect(resolve('{TIME;{DAYOFMONTH}.{MONTH};+2hours}', '2027-01-01T05:00:00+01:00', 360)).toBe('01.01');
    expect(resolve('{TIME;{DAYOFMONTH}.{MONTH};+1month}', '2027-01-01T05:00:00+01:00', 360)).toBe('31.01');
  });
});
