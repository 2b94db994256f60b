import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { cutDashes } from '#rendering/raster/dashes.ts';
import { fillPath } from '#rendering/raster/fill-path.ts';
import { PathBuilder, type Path } from '#rendering/raster/path.ts';
import { strokePath } from '#rendering/raster/stroke.ts';
import { isInk, picture } from '../drawing-support.ts';

function drawn(width: number, height: number, path: Path): string[] {
  const bitmap = createBitmap(width, height);
  fillPath(bitmap, path, 'ink');
  return picture(bitmap);
}

const solid = (widthX: number, widthY = widthX): { widthX: number; widthY: number; dashes: number[] } => ({ widthX, widthY, dashes: [] });

describe('fillPath', () => {
  it('covers the dots whose centres lie inside', () => {
    expect(drawn(4, 3, [[0.6, 0.4, 3.4, 0.4, 3.4, 2.6, 0.6, 2.6]])).toEqual(['.##.', '.##.', '.##.']);
  });

  it('leaves a hole where the inner outline runs the other way, and none where it runs the same way', () => {
    const outer = [0, 0, 5, 0, 5, 5, 0, 5];
    expect(drawn(5, 5, [outer, [1, 1, 1, 4, 4, 4, 4, 1]])).toEqual(['#####', '#...#', '#...#', '#...#', '#####']);
    expect(drawn(5, 5, [outer, [1, 1, 4, 1, 4, 4, 1, 4]])).toEqual(Array(5).fill('#####'));
  });

  it('cuts off what lies outside the bitmap', () => {
    expect(drawn(3, 2, [[-10, -10, 10, -10, 10, 10, -10, 10]])).toEqual(['###', '###']);
  });

  it('agrees with the winding number of every dot centre', () => {
    const coordinate = fc.double({ min: -5, max: 25, noNaN: true });
    const contour = fc.array(coordinate, { minLength: 6, maxLength: 16 }).map((points) => points.slice(0, points.length & ~1));
    fc.assert(
      fc.property(fc.array(contour, { minLength: 1, maxLength: 3 }), (path) => {
        const bitmap = createBitmap(20, 20);
        fillPath(bitmap, path, 'ink');
        for (let y = 0; y < 20; y += 1) {
          for (let x = 0; x < 20; x += 1) {
            const { winding, isNearEdge } = windingAt(path, x + 0.5, y + 0.5);
            if (!isNearEdge && isInk(bitmap, x, y) !== (winding !== 0)) throw new Error(`${x}, ${y}`);
          }
        }
      }),
    );
  });
});

describe('PathBuilder', () => {
  it('keeps curves within a tenth of a dot', () => {
    const radius = 100;
    const bend = 0.552_284_75 * radius;
    const builder = new PathBuilder();
    builder.moveTo(radius, 0);
    builder.cubicTo(radius, bend, bend, radius, 0, radius);
    builder.lineTo(0, 0);
    const [contour = []] = builder.finish();
    for (let index = 0; index < contour.length - 2; index += 2) {
      const middle = [index, index + 1].map((at) => ((contour[at] ?? 0) + (contour[at + 2] ?? contour[at] ?? 0)) / 2);
      if (index < contour.length - 4) expect(Math.abs(Math.hypot(...middle) - radius)).toBeLessThan(0.1);
    }
  });
});

describe('strokePath', () => {
  it('mitres the corners of a closed line, so that a frame has sharp corners', () => {
    const frame = drawn(8, 6, strokePath([1, 1, 7, 1, 7, 5, 1, 5, 1, 1], solid(2)));
    expect(frame).toEqual(['########', '########', '##....##', '##....##', '########', '########']);
  });

  it('ends flat', () => {
    expect(drawn(6, 3, strokePath([1, 1.5, 5, 1.5], solid(1)))).toEqual(['......', '.####.', '......']);
  });

  it('scales the pen with the resolution of each direction', () => {
    expect(drawn(6, 6, strokePath([2, 0, 2, 4.5, 6, 4.5], solid(4, 1)))).toEqual([...Array<string>(4).fill('####..'), '######', '......']);
  });

  it('fills bends in either direction', () => {
    const [left, right] = [strokePath([2, 9, 2, 2, 9, 2], solid(2)), strokePath([9, 2, 2, 2, 2, 9], solid(2))];
    expect(drawn(10, 10, left)).toEqual(drawn(10, 10, right));
    expect(drawn(10, 10, left)[1]).toBe('.########.');
  });
});

describe('cutDashes', () => {
  it('continues around corners', () => {
    expect(
      cutDashes(
        [
          [0, 0],
          [4, 0],
          [4, 4],
        ],
        [3, 2],
      ),
    ).toEqual([
      [
        [0, 0],
        [3, 0],
      ],
      [
        [4, 1],
        [4, 4],
      ],
    ]);
  });

  it('refuses too many pieces', () => {
    expect(() =>
      cutDashes(
        [
          [0, 0],
          [1e6, 0],
        ],
        [0.001],
      ),
    ).toThrow(RangeError);
  });
});

function windingAt(path: Path, x: number, y: number): { winding: number; isNearEdge: boolean } {
  let winding = 0;
  let isNearEdge = false;
  for (const contour of path) {
    for (let index = 0; index < contour.length; index += 2) {
      const [x0 = 0, y0 = 0] = [contour.at(index - 2), contour.at(index - 1)];
      const [x1 = 0, y1 = 0] = [contour[index], contour[index + 1]];
      if (y0 <= y === y1 <= y) continue;
      const crossing = x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
      isNearEdge ||= Math.abs(crossing - x) < 1e-6;
      if (crossing > x) winding += y1 > y0 ? 1 : -1;
    }
  }
  return { winding, isNearEdge };
}
