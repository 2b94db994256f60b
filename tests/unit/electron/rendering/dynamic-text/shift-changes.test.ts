import { describe, expect, it } from 'vitest';
import { shiftChanges } from '#rendering/dynamic-text/shift-changes.ts';

const HOUR = 3_600_000;

function changes(shifts: { offset: number; code: string }[], start: string, hours: number): string[] {
  const from = Date.parse(start);
  return shiftChanges(shifts, { from, until: from + hours * HOUR, timeZone: 'Europe/Berlin' }).map(
    ({ at, local, code }) => `${at} ${local} ${code}`,
  );
}

describe('the changes of a shift code', () => {
  it('come at the offsets, over midnight too', () => {
    const shifts = [
      { offset: 360, code: 'E' },
      { offset: 1320, code: 'N' },
    ];
    expect(changes(shifts, '2026-11-21T06:00:00+01:00', 24)).toEqual([
      '2026-11-21T21:00:00.000Z 2026-11-21T22:00 N',
      '2026-11-22T05:00:00.000Z 2026-11-22T06:00 E',
    ]);
  });

  it('omit a shift with the same code', () => {
    const shifts = [
      { offset: 360, code: 'A' },
      { offset: 840, code: 'A' },
    ];
    expect(changes(shifts, '2026-11-21T06:00:00+01:00', 48)).toEqual([]);
  });

  it('begin at the end of a skipped hour', () => {
    const shifts = [
      { offset: 0, code: 'A' },
      { offset: 150, code: 'B' },
    ];
    expect(changes(shifts, '2026-03-29T01:00:00+01:00', 4)).toEqual(['2026-03-29T01:00:00.000Z 2026-03-29T03:00 B']);
  });

  it('repeat in an hour that occurs twice', () => {
    const shifts = [
      { offset: 0, code: 'A' },
      { offset: 150, code: 'B' },
    ];
    expect(changes(shifts, '2026-10-25T02:00:00+02:00', 3)).toEqual([
      '2026-10-25T00:30:00.000Z 2026-10-25T02:30 B',
      '2026-10-25T01:00:00.000Z 2026-10-25T02:00 A',
      '2026-10-25T01:30:00.000Z 2026-10-25T02:30 B',
    ]);
  });
});
