import { describe, expect, it } from 'vitest';
import { dateExamples } from '#renderer/panels/dates/date-examples.ts';

const NOW = Date.parse('2026-11-21T03:00:00+01:00');

describe('the examples of dates', () => {
  it.each([
    ['end', 0, { month: '28.02.2027', today: '21.11.2026' }],
    ['spill', 240, { month: '03.03.2027', today: '20.11.2026' }],
  ] as const)('say what %s and a day that starts at minute %i print', (monthEnd, productionDayStart, examples) => {
    expect(dateExamples({ timeZone: 'Europe/Berlin', monthEnd, productionDayStart }, NOW)).toEqual(examples);
  });
});
