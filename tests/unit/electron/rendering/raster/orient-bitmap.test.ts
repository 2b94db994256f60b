import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rotation } from '#contract/api-v3/label.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { orientBitmap } from '#rendering/raster/orient-bitmap.ts';

function bitmapOf(rows: readonly string[]): Bitmap {
  const bitmap = createBitmap(rows[0]?.length ?? 0, rows.length);
  rows.forEach((row, y) =>
    [...row].forEach((dot, x) => {
      const at = y * bitmap.stride + (x >>> 5);
      if (dot === '#') bitmap.words[at] = bitmap.words[at]! | (0x8000_0000 >>> (x & 31));
    }),
  );
  return bitmap;
}

function rowsOf({ width, height, stride, words }: Bitmap): string[] {
  const dot = (x: number, y: number) => (words[y * stride + (x >>> 5)]! << (x & 31) < 0 ? '#' : '.');
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => dot(x, y)).join(''));
}

const L = ['#..', '#..', '##.', '...'];

describe('a bitmap for a device', () => {
  it.each<[Rotation, boolean, string[]]>([
    ['CW90', false, ['.###', '.#..', '....']],
    ['CW180', false, ['...', '.##', '..#', '..#']],
    ['CCW90', false, ['....', '..#.', '###.']],
    ['NONE', true, ['..#', '..#', '.##', '...']],
    ['CW90', true, ['....', '.#..', '.###']],
  ])('is rotated by %s, mirrored: %s', (rotation, mirrored, expected) => {
    expect(rowsOf(orientBitmap(bitmapOf(L), { rotation, mirrored }))).toEqual(expected);
  });

  it('is the same if the device is mounted upright', () => {
    const bitmap = bitmapOf(L);
    expect(orientBitmap(bitmap, { rotation: 'NONE', mirrored: false })).toBe(bitmap);
  });

  it('is the original again after four quarter turns, or two mirrorings, at any size', () => {
    const rows = fc
      .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 9 }))
      .chain(([width, height]) =>
        fc.array(fc.array(fc.constantFrom('#', '.'), { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
      );
    fc.assert(
      fc.property(rows, (dots) => {
        const bitmap = bitmapOf(dots.map((row) => row.join('')));
        const turn = (one: Bitmap) => orientBitmap(one, { rotation: 'CW90', mirrored: false });
        const mirror = (one: Bitmap) => orientBitmap(one, { rotation: 'NONE', mirrored: true });
        expect(turn(turn(turn(turn(bitmap))))).toEqual(bitmap);
        expect(mirror(mirror(bitmap))).toEqual(bitmap);
        expect(turn(turn(bitmap))).toEqual(orientBitmap(bitmap, { rotation: 'CW180', mirrored: false }));
      }),
    );
  });
});
