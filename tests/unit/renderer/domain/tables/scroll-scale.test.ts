import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barHeight, moved, placeAt, type ScrollArea } from '#renderer/domain/tables/scroll-scale.ts';

const MILLION: ScrollArea = { whole: 44_000_000, view: 600 };
const area = fc.record({ whole: fc.integer({ min: 1, max: 400_000_000 }), view: fc.integer({ min: 100, max: 2_000 }) });

describe('a scroll bar for more rows than a browser can draw', () => {
  it('is never taller than a browser draws, and as tall as the rows if possible', () => {
    expect(barHeight(MILLION)).toBe(4_000_000);
    expect(barHeight({ whole: 4_400, view: 600 })).toBe(4_400);
    expect(placeAt(1_234, { whole: 4_400, view: 600 })).toEqual({ bar: 1_234, at: 1_234 });
  });

  it('reaches the first and the last row', () => {
    fc.assert(
      fc.property(area, (size) => {
        const most = Math.max(0, size.whole - size.view);
        const range = Math.max(0, barHeight(size) - size.view);
        expect([placeAt(-5, size), placeAt(size.whole, size)]).toEqual([
          { bar: 0, at: 0 },
          { bar: range, at: most },
        ]);
      }),
    );
  });

  it('scrolls pixel by pixel for a short move, at any position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 600, max: 43_000_000 }), fc.integer({ min: -500, max: 500 }), (at, way) => {
        const from = placeAt(at, MILLION);
        expect(moved(from, from.bar + way, MILLION).at).toBeCloseTo(at + way, 3);
      }),
    );
  });

  it('scrolls to its share of the rows when it is dragged', () => {
    expect(moved({ bar: 0, at: 0 }, (4_000_000 - 600) / 2, MILLION).at).toBeCloseTo((44_000_000 - 600) / 2, 0);
  });

  it('reaches the first row from the end by short moves alone, showing every row', () => {
    const small = { whole: 4_600_000, view: 600 };
    let place = placeAt(small.whole, small);
    let steps = 0;
    while (place.at > 0) {
      const next = moved(place, Math.max(0, place.bar - 500), small);
      expect(place.at - next.at).toBeLessThanOrEqual(500);
      expect(next.at).toBeLessThan(place.at);
      place = next;
      steps++;
    }
    expect(steps).toBeGreaterThanOrEqual(9_199);
    expect(place.bar).toBe(0);
  });
});
