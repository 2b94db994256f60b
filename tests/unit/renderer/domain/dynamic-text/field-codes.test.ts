import { describe, expect, it } from 'vitest';
import { codeOfDate, codeOfName, DATE_FORMATS } from '#renderer/domain/dynamic-text/field-codes.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

const VALUES = {
  moment: { epochMs: Date.UTC(2026, 0, 31, 13, 5), timeZone: 'UTC' },
  variables: new Map([['Best; before {1}', '28.02.2027']]),
  counters: new Map(),
  row: undefined,
};

const printed = (code: string) => resolveText(parseDynamicText(code), VALUES);

describe('the code of a name', () => {
  it('prints the value, whatever characters the name has', () => {
    expect(printed(codeOfName('variable', 'Best; before {1}'))).toBe('28.02.2027');
  });
});

describe('the code of a date', () => {
  it.each([
    [0, 'days', '31.01.2026'],
    [1, 'months', '28.02.2026'],
    [-1, 'days', '30.01.2026'],
  ] as const)('adds %i %s to the moment of the print', (amount, unit, text) => {
    expect(printed(codeOfDate({ format: DATE_FORMATS[0], amount, unit }))).toBe(text);
  });

  it('writes a date from data in another format, with an amount added', () => {
    const from = codeOfName('variable', 'Best; before {1}');
    expect(printed(codeOfDate({ format: '{YEAR}-{MONTH}-{DAYOFMONTH}', amount: 0, unit: 'days', from }))).toBe('2027-02-28');
    expect(printed(codeOfDate({ format: '{MONTH}/{YEAR}', amount: 1, unit: 'years', from, pattern: 'DD.MM.YYYY' }))).toBe('02/2028');
  });

  it.each(DATE_FORMATS)('is written as %s', (format) => {
    expect(printed(format)).not.toMatch(/[{}]/u);
    expect(printed(codeOfDate({ format, amount: 0, unit: 'days' }))).toBe(printed(format));
  });
});
