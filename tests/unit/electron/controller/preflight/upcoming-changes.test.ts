import { expect, it } from 'vitest';
import { upcomingChanges } from '#controller/preflight/upcoming-changes.ts';

const toldOf = (from: string, offsets: number[]) =>
  upcomingChanges({ from: Date.parse(from), days: 1, timeZone: 'Europe/Berlin', offsets }).map((moment) => new Date(moment).toISOString());

it('the moments of the coming days are now, each midnight and each beginning of a shift', () => {
  expect(toldOf('2026-11-21T11:00:00Z', [360, 1080])).toEqual([
    '2026-11-21T11:00:00.000Z',
    '2026-11-21T17:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
    '2026-11-22T05:00:00.000Z',
  ]);
});

it('a moment counts once, also when two shifts begin at it or it is now', () => {
  expect(toldOf('2026-11-20T23:00:00Z', [0, 360, 360])).toEqual([
    '2026-11-20T23:00:00.000Z',
    '2026-11-21T05:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
  ]);
});

it('A3 a shift that starts in the skipped hour starts after the change to summer time', () => {
  expect(toldOf('2026-03-28T23:00:00Z', [150])).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
});
