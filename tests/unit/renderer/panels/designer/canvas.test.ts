import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { rulerTicks } from '#renderer/panels/designer/canvas/ruler-ticks.ts';
import { clampScale, dotScale, fittingScale, zoomed } from '#renderer/panels/designer/canvas/zoom.ts';

describe('a ruler', () => {
  it('counts from the corner of the label, in whole steps, with four minor ticks between two numbers', () => {
    const ticks = rulerTicks({ length: 200, offset: 50, pixelsPerUnit: 10 });
    expect(ticks.filter(({ text }) => text !== undefined)).toEqual([
      { at: 50, text: '0' },
      { at: 150, text: '10' },
    ]);
    expect(ticks.filter(({ at }) => at > 50 && at < 150)).toHaveLength(4);
  });

  it('spaces its numbers legibly at any zoom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 500, noNaN: true }), fc.integer({ min: -5_000, max: 5_000 }), (pixelsPerUnit, offset) => {
        const numbers = rulerTicks({ length: 1_000, offset, pixelsPerUnit }).filter(({ text }) => text !== undefined && text !== '');
        for (const [index, tick] of numbers.entries()) {
          const next = numbers[index + 1];
          if (next) expect(next.at - tick.at).toBeGreaterThan(55);
          expect(tick.at).toBeCloseTo(offset + Number(tick.text) * pixelsPerUnit, 3);
        }
      }),
    );
  });

  it('omits a number that an end would clip', () => {
    const ends = { length: 204, offset: 4, pixelsPerUnit: 10 };
    expect(rulerTicks(ends).flatMap(({ text }) => text ?? [])).toEqual(['', '10', '']);
    expect(rulerTicks({ ...ends, length: 216, offset: 6 }).flatMap(({ text }) => text ?? [])).toEqual(['0', '10', '20']);
  });

  it('has no ticks without a scale', () => {
    expect(rulerTicks({ length: 100, offset: 0, pixelsPerUnit: 0 })).toEqual([]);
  });
});

describe('the view of a label', () => {
  it('fits a label with a margin, and zooms within limits', () => {
    expect(fittingScale({ width: 100, height: 50 }, { width: 1_096, height: 596 })).toBe(10);
    expect(fittingScale({ width: 0, height: 0 }, { width: 500, height: 500 })).toBe(4);
    expect(zoomed(zoomed(10, 3), -3)).toBeCloseTo(10);
    expect([clampScale(0), clampScale(1e9)]).toEqual([0.5, 400]);
    expect(dotScale(11.81, 4)).toBeCloseTo(47.24);
  });
});

describe('the pixels of a bitmap', () => {
  it('are black for ink and white otherwise, across word boundaries', async () => {
    class Pixels {
      readonly data: Uint8ClampedArray;

      constructor(width: number, height: number) {
        this.data = new Uint8ClampedArray(width * height * 4);
      }
    }
    Object.assign(globalThis, { ImageData: Pixels });
    const { pixelsOf } = await import('#renderer/domain/pictures/bitmap-pixels.ts');
    const bitmap = createBitmap(37, 2);
    const inked: [number, number][] = [
      [0, 0],
      [7, 0],
      [31, 0],
      [32, 1],
      [36, 1],
    ];
    for (const [x, y] of inked) bitmap.words[y * bitmap.stride + (x >> 5)]! |= 1 << (31 - (x & 31));
    const { data } = pixelsOf(bitmap);
    const black = Array.from({ length: 37 * 2 }, (_, index) => index).filter((index) => (data[index * 4] ?? 255) < 128);
    expect(black.map((index) => [index % 37, Math.floor(index / 37)])).toEqual(inked);
  });
});
