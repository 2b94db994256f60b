import { expect, it } from 'vitest';
import { readMoment, writeMoment } from '#renderer/panels/designer/written-moment.ts';

it('reads a moment on the clocks of a zone, and writes it as it is read', () => {
  expect(readMoment('2026-11-30 06:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 30, 5));
  expect(readMoment('2026-07-01', 'Asia/Kathmandu')).toBe(Date.UTC(2026, 5, 30, 18, 15));
  expect(writeMoment(Date.UTC(2026, 10, 30, 5), 'Europe/Berlin')).toBe('2026-11-30 06:00');
});

it.each(['', 'tomorrow', '2026-02-29', '2026-13-01', '2026-00-10', '2026-11-30 24:00', '2026-11-30 06:60', '30.11.2026'])(
  'refuses "%s"',
  (text) => {
    expect(readMoment(text, 'UTC')).toBeUndefined();
  },
);
