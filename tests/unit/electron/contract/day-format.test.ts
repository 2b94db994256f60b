import { expect, it } from 'vitest';
import { dayFormatSchema, readDayIn, shiftDay, writeDay } from '#contract/api-v3/day-format.ts';
import { promptFault, promptSchema } from '#contract/api-v3/prompt.ts';

it.each([
  ['YYYY-MM-DD', '2026-11-21'],
  ['DD.MM.YY', '21.11.26'],
  ['(DD/MM/YYYY)', '(21/11/2026)'],
  ['YYMMDD', '261121'],
  ['DD MM YYYY', '21 11 2026'],
])('writes and reads a day as %s', (format, written) => {
  expect([dayFormatSchema.safeParse(format).success, writeDay('2026-11-21', format), readDayIn(written, format)]).toEqual([
    true,
    written,
    '2026-11-21',
  ]);
});

it.each(['DD.MM', 'DD.MM.YYYY.YY', 'DDMMYYYY T', 'DD.DD.MM.YY', ''])('refuses the format "%s"', (format) => {
  expect(dayFormatSchema.safeParse(format).success).toBe(false);
});

it.each(['31.02.26', '1.2.26', '21.11.2026', '21-11-26', ''])('reads no day from "%s"', (text) => {
  expect(readDayIn(text, 'DD.MM.YY')).toBeUndefined();
});

it('counts days over the ends of months and years', () => {
  expect([shiftDay('2026-12-31', 1), shiftDay('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
});

const RELATIVE = promptSchema.parse({ type: 'date', format: 'DD.MM.YYYY', earliest: 0, latest: 30, max: '2026-12-01' });

it.each([
  ['21.11.2026', undefined],
  ['20.11.2026', 'must not be before 21.11.2026'],
  ['01.12.2026', undefined],
  ['02.12.2026', 'must not be after 01.12.2026'],
  ['2026-11-21', 'must be a date such as 21.11.2026'],
])('a prompt with limits in days from today judges "%s"', (value, fault) => {
  expect(promptFault(RELATIVE, value, '2026-11-21')).toBe(fault);
});

it('a value that is not entered now is not limited by today', () => {
  expect(promptFault(RELATIVE, '01.01.2020')).toBeUndefined();
});

it('limits in days that exclude every day are refused', () => {
  expect(promptSchema.safeParse({ type: 'date', earliest: 2, latest: 1 }).success).toBe(false);
});
