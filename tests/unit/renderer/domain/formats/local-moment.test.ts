import { expect, it } from 'vitest';
import { parseLocalMoment, formatLocalMoment } from '#renderer/domain/formats/local-moment.ts';

it('reads a local time in a time zone, and formats it in the same way', () => {
  expect(parseLocalMoment('2026-11-30 06:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 30, 5));
  expect(parseLocalMoment('2026-07-01', 'Asia/Kathmandu')).toBe(Date.UTC(2026, 5, 30, 18, 15));
  expect(formatLocalMoment(Date.UTC(2026, 10, 30, 5), 'Europe/Berlin')).toBe('2026-11-30 06:00');
});

it.each(['', 'tomorrow', '2026-02-29', '2026-13-01', '2026-00-10', '2026-11-30 24:00', '2026-11-30 06:60', '30.11.2026'])(
  'refuses "%s"',
  (text) => {
    expect(parseLocalMoment(text, 'UTC')).toBeUndefined();
  },
);
