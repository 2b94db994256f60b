import { expect, it } from 'vitest';
import { readDay } from '#renderer/domain/formats/read-day.ts';

const ENGLISH = { months: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'], isDayFirst: false };
const GERMAN = { months: ['JAN', 'FEB', 'MÄR', 'APR', 'MAI', 'JUN', 'JUL', 'AUG', 'SEP', 'OKT', 'NOV', 'DEZ'], isDayFirst: true };

it.each([
  ['2026-11-21', '2026-11-21'],
  ['21 NOV 2026', '2026-11-21'],
  ['21 november 2026', '2026-11-21'],
  ['nov 21, 2026', '2026-11-21'],
  ['11/21/2026', '2026-11-21'],
  ['21/11/2026', '2026-11-21'],
  ['5/5/2026', '2026-05-05'],
  ['2026年11月21日', '2026-11-21'],
  ['٢١/١١/٢٠٢٦', '2026-11-21'],
  [' 1.2.2026 ', undefined],
  ['21 NOV 26', undefined],
  ['30 FEB 2026', undefined],
  ['2026-13-01', undefined],
  ['21 ju 2026', undefined],
  ['tomorrow', undefined],
  ['', undefined],
])('reads "%s" on an English page as %s', (typed, day) => {
  expect(readDay(typed, ENGLISH)).toBe(day);
});

it.each([
  ['1.2.2026', '2026-02-01'],
  ['21. März 2026', '2026-03-21'],
  ['21 DEZ 2026', '2026-12-21'],
  ['11.21.2026', undefined],
])('reads "%s" on a German page as %s', (typed, day) => {
  expect(readDay(typed, GERMAN)).toBe(day);
});
