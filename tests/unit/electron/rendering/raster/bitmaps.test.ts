import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { blit } from '#rendering/raster/blit.ts';
import { fillRect, type Rect } from '#rendering/raster/fill-rect.ts';
import { rotateBitmap } from '#rendering/raster/rotate.ts';
import { isInk, picture } from '../drawing-support.ts';

const side = fc.integer({ min: 1, max: 80 });
const place = fc.integer({ min: -90, max: 90 });
const anyRect = fc.record({ left: place, top: place, width: side, height: side });

function filled(width: number, height: number, rects: Rect[]): Bitmap {
  const bitmap = createBitmap(width, height);
  for (const rect of rects) fillRect(bitmap, rect, 'ink');
  return bitmap;
}

/** The unused bits at the end of every row are 0, as the bitmap promises. */
function hasCleanRows({ width, height, stride, words }: Bitmap): boolean {
  const unused = width % 32 === 0 ? 0 : 0xffffffff >>> (width % 32);
  return Array.from({ length: height }, (_, y) => ((words[y * stride + stride - 1] ?? 0) & unused) === 0).every(Boolean);
}

describe('fillRect', () => {
  it('covers exactly the dots of the rectangle that lie on the bitmap', () => {
    fc.assert(
      fc.property(side, side, anyRect, (width, height, rect) => {
        const bitmap = filled(width, height, [rect]);
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) {
            const isInside = x >= rect.left && x < rect.left + rect.width && y >= rect.top && y < rect.top + rect.height;
            if (isInk(bitmap, x, y) !== isInside) throw new Error(`${x}, ${y}`);
          }
        }
        expect(hasCleanRows(bitmap)).toBe(true);
      }),
    );
  });

  it('clears the dots of a rectangle', () => {
    const bitmap = filled(5, 2, [{ left: 0, top: 0, width: 5, height: 2 }]);
    fillRect(bitmap, { left: 1, top: 0, width: 3, height: 1 }, 'erase');
    expect(picture(bitmap)).toEqual(['#...#', '#####']);
  });
});

describe('blit', () => {
  it('moves every dot of the source to its place and cuts off the rest', () => {
    fc.assert(
      fc.property(anyRect, place, place, (shape, left, top) => {
        const source = filled(shape.width, shape.height, [{ left: 0, top: 1, width: 7, height: 5 }]);
        const target = createBitmap(70, 40);
        blit(target, source, { left, top, effect: 'ink' });
        const expected = createBitmap(70, 40);
        for (let y = 0; y < source.height; y += 1) {
          for (let x = 0; x < source.width; x += 1) {
            if (isInk(source, x, y)) fillRect(expected, { left: left + x, top: top + y, width: 1, height: 1 }, 'ink');
          }
        }
        expect(target.words).toEqual(expected.words);
      }),
    );
  });

  it('adds to what is there, or clears it', () => {
    const target = filled(4, 1, [{ left: 0, top: 0, width: 2, height: 1 }]);
    const source = filled(2, 1, [{ left: 0, top: 0, width: 2, height: 1 }]);
    blit(target, source, { left: 2, top: 0, effect: 'ink' });
    expect(picture(target)).toEqual(['####']);
    blit(target, source, { left: 1, top: 0, effect: 'erase' });
    expect(picture(target)).toEqual(['#..#']);
  });
});

describe('rotateBitmap', () => {
  const source = filled(3, 2, [
    { left: 0, top: 0, width: 2, height: 1 },
    { left: 2, top: 1, width: 1, height: 1 },
  ]);

  it.each([
    [0, ['##.', '..#']],
    [1, ['.#', '.#', '#.']],
    [2, ['#..', '.##']],
    [3, ['.#', '#.', '#.']],
  ] as const)('turns clockwise by %i quarters', (turns, rows) => {
    expect(picture(rotateBitmap(source, turns))).toEqual(rows);
  });

  it('comes back to the start after four quarters', () => {
    fc.assert(
      fc.property(side, side, anyRect, (width, height, rect) => {
        const bitmap = filled(width, height, [rect]);
        expect(rotateBitmap(rotateBitmap(bitmap, 3), 1).words).toEqual(bitmap.words);
        expect(rotateBitmap(rotateBitmap(bitmap, 2), 2).words).toEqual(bitmap.words);
      }),
    );
  });
});
