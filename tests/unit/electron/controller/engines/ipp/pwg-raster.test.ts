import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pwgRaster } from '#controller/engines/ipp/pwg-raster.ts';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { readPwg } from '#support/pwg-reader.ts';

const HEADER_END = 4 + 1_796;

/** A bitmap of rows of dots, `#` = ink. */
function draw(...rows: string[]): Bitmap {
  const bitmap = createBitmap(rows[0]!.length, rows.length);
  for (const [y, row] of rows.entries()) {
    for (const [x, dot] of [...row].entries()) if (dot === '#') bitmap.words[y * bitmap.stride + (x >> 5)]! |= 1 << (31 - (x % 32));
  }
  return bitmap;
}

function rowsOf(bitmap: Bitmap, type: 'black_1' | 'sgray_8'): string {
  return pwgRaster({ bitmap, hdpi: 300, vdpi: 300, type }).subarray(HEADER_END).toString('hex');
}

/** Pictures whose rows repeat, with runs of equal and of different bytes. */
const bitmaps = fc
  .record({
    width: fc.integer({ min: 1, max: 400 }),
    height: fc.integer({ min: 1, max: 20 }),
    words: fc.array(fc.constantFrom(0, -1, 1, 0x1234_5678, 0x8000_0001), { minLength: 1, maxLength: 40 }),
  })
  .map(({ width, height, words }) => {
    const bitmap = createBitmap(width, height);
    const last = (-1 << (31 - ((width - 1) % 32))) >>> 0;
    for (let at = 0; at < bitmap.words.length; at++) {
      const word = words[at % words.length]! >>> 0;
      bitmap.words[at] = at % bitmap.stride === bitmap.stride - 1 ? word & last : word;
    }
    return bitmap;
  });

describe('a PWG raster document', () => {
  it('is compressed as worked out by hand, one bit a dot', () => {
    // Two equal rows of a run of two bytes; one row of three different bytes; one of a single byte and a run.
    expect(rowsOf(draw('################........', '################........'), 'black_1')).toBe('01' + '01ff' + '0000');
    expect(rowsOf(draw('#.......' + '.#......' + '..#.....'), 'black_1')).toBe('00' + 'fe804020');
    expect(rowsOf(draw('#.......' + '................'), 'black_1')).toBe('00' + '0080' + '0100');
  });

  it('is compressed as worked out by hand, one byte a dot', () => {
    expect(rowsOf(draw('###..'), 'sgray_8')).toBe('00' + '0200' + '01ff');
    expect(rowsOf(draw('#.#'), 'sgray_8')).toBe('00' + 'fe00ff00');
  });

  it('has runs of at most 128 bytes, and at most 256 equal rows', () => {
    expect(rowsOf(createBitmap(8 * 130, 1), 'black_1')).toBe('00' + '7f00' + '0100');
    expect(rowsOf(createBitmap(8, 257), 'black_1')).toBe('ff0000' + '000000');
  });

  it('has the header of the standard', () => {
    const document = pwgRaster({ bitmap: createBitmap(812, 406), hdpi: 203, vdpi: 406, type: 'sgray_8', media: 'om_small_4x1in' });
    const number = (at: number): number => document.readUInt32BE(4 + at);
    expect(document.toString('latin1', 0, 14)).toBe('RaS2PwgRaster\0');
    expect([276, 280, 340, 352, 356].map(number)).toEqual([203, 406, 1, 288, 72]);
    expect([372, 376, 384, 388, 392, 396, 400].map(number)).toEqual([812, 406, 8, 8, 812, 0, 18]);
    expect([420, 452, 456, 460, 472, 476, 480].map(number)).toEqual([1, 1, 1, 1, 812, 406, 0xff_ff_ff]);
    expect(readPwg(document).mediaName).toBe('om_small_4x1in');
  });

  it('holds every dot', () => {
    fc.assert(
      fc.property(bitmaps, fc.constantFrom('black_1' as const, 'sgray_8' as const), (bitmap, type) => {
        const page = readPwg(pwgRaster({ bitmap, hdpi: 300, vdpi: 300, type }));
        expect(page.bitmap).toEqual(bitmap);
      }),
    );
  });
});
