import { describe, expect, it } from 'vitest';
import { isOver } from '#plant/archive/retention.ts';
import { monthsDeleted } from '#renderer/plant/archive/retention-form.ts';

const MONTHS = ['2025-12', '2026-01', '2026-10', '2026-11'].map((month) => ({ month, prints: 10, bytes: 100 }));

describe('the months that a retention deletes', () => {
  it.each([1, 10, 11, 12, 24])('are those that the plant deletes (%i months)', (retention) => {
    const now = Date.UTC(2026, 10, 29);
    const ofPlant = MONTHS.filter(({ month }) => isOver(`prints_${month.replace('-', '_')}`, { months: retention, now }));
    expect(monthsDeleted(MONTHS, { retention, now })).toEqual(ofPlant);
  });

  it('are none while all are young enough', () => {
    expect(monthsDeleted(MONTHS, { retention: 11, now: Date.UTC(2026, 10, 30) })).toEqual([]);
    expect(monthsDeleted(MONTHS, { retention: 10, now: Date.UTC(2026, 10, 30) }).map(({ month }) => month)).toEqual(['2025-12']);
  });
});
