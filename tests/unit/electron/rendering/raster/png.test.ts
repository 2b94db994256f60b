import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { fillRect } from '#rendering/raster/fill-rect.ts';
import { encodeIndexedPng, encodePng, type Rgb } from '#rendering/raster/png.ts';
import { isInk } from '../drawing-support.ts';

const options = { hdpi: 300, vdpi: 600, deflate: deflateSync };

describe('encodePng', () => {
  it('is read back dot by dot by another reader, which checks the sums', () => {
    const sides = fc.integer({ min: 1, max: 70 });
    fc.assert(
      fc.property(sides, sides, sides, (width, height, right) => {
        const bitmap = createBitmap(width, height);
        fillRect(bitmap, { left: 3, top: 1, width: right, height: 3 }, 'ink');
        const png = PNG.sync.read(Buffer.from(encodePng(bitmap, options)), { checkCRC: true });
        expect([png.width, png.height]).toEqual([width, height]);
        for (let dot = 0; dot < width * height; dot += 1) {
          const isBlack = png.data[dot * 4] === 0;
          if (isBlack !== isInk(bitmap, dot % width, Math.floor(dot / width))) throw new Error(`dot ${dot}`);
        }
      }),
    );
  });

  it('carries the resolution in dots per metre', () => {
    const bytes = Buffer.from(encodePng(createBitmap(1, 1), options));
    const at = bytes.indexOf('pHYs') + 4;
    expect([bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4), bytes[at + 8]]).toEqual([11811, 23622, 1]);
  });

  it('has one bit per dot', () => {
    const bytes = Buffer.from(encodePng(createBitmap(9, 4), options));
    expect([bytes[24], bytes[25]]).toEqual([1, 0]);
  });

  it('refuses a bitmap without dots', () => {
    expect(() => encodePng(createBitmap(0, 4), options)).toThrow(RangeError);
  });
});

describe('encodeIndexedPng', () => {
  const plane = (left: number, width: number) => {
    const bitmap = createBitmap(7, 2);
    fillRect(bitmap, { left, top: 0, width, height: 2 }, 'ink');
    return bitmap;
  };
  const palette: Rgb[] = [
    [255, 255, 255],
    [200, 0, 0],
    [0, 0, 200],
    [0, 0, 0],
  ];

  it('shows every combination of planes in its colour of the palette', () => {
    const png = PNG.sync.read(Buffer.from(encodeIndexedPng([plane(0, 4), plane(2, 4)], palette, options)), { checkCRC: true });
    const row = Array.from({ length: 7 }, (_, x) => [...png.data.subarray((7 + x) * 4, (7 + x) * 4 + 3)]);
    const [white, red, blue, black] = palette;
    expect(row).toEqual([red, red, black, black, blue, blue, white]);
  });

  it('refuses planes of different sizes and a palette that does not fit', () => {
    expect(() => encodeIndexedPng([plane(0, 1), createBitmap(7, 3)], palette, options)).toThrow('planes differ in size');
    expect(() => encodeIndexedPng([plane(0, 1)], palette, options)).toThrow('1 planes need 2 colours');
  });
});
