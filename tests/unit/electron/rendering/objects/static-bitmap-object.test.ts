import { describe, expect, it } from 'vitest';
import { checkLabel } from '#rendering/label/check-label.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { pngFile, pngPicture } from '../../../../support/png-file.ts';
import { drawObjects, fonts, isInk, labelOf, picture, problemOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';

const ARROW = pngPicture(['#...', '##..', '###.', '....']);

const bitmapOf = (rest: Record<string, unknown>) => ({ type: 'StaticBitmap', x: 0, y: 0, bitmap: ARROW, width: 0.4, height: 0.4, ...rest });

/** The rows of a label of 0.6 x 0.5 mm at ten dots per millimetre. */
function rowsOf(objs: unknown[], rest: Record<string, unknown> = {}): string[] {
  return picture(drawObjects(objs, { width: 0.6, height: 0.5, ...rest }));
}

function inkShare(bitmap: string, rest: Record<string, unknown> = {}): number {
  const rows = picture(drawObjects([bitmapOf({ bitmap, width: 3.2, height: 3.2, ...rest })], { width: 3.2, height: 3.2 }));
  return rows.join('').replaceAll('.', '').length / 1024;
}

/** Red, green, blue and alpha of one row of pixels, as Base64. */
function colorPicture(...pixels: [number, number, number, number][]): string {
  const rows = Uint8Array.from([0, ...pixels.flat()]);
  return pngFile({ width: pixels.length, height: 1, depth: 8, colorType: 6 }, rows).toString('base64');
}

describe('a StaticBitmap', () => {
  it('is drawn dot by dot where its pixels are as large as dots', () => {
    expect(rowsOf([bitmapOf({ x: 0.1 })])).toEqual(['.#....', '.##...', '.###..', '......', '......']);
  });

  it('accepts Base64 after the prefix of a data URL, and with line breaks', () => {
    const folded = `data:image/png;base64,${ARROW.slice(0, 20)}\r\n${ARROW.slice(20)}`;
    expect(rowsOf([bitmapOf({ bitmap: folded })])).toEqual(rowsOf([bitmapOf({})]));
  });

  it('rotates around its anchor', () => {
    expect(rowsOf([bitmapOf({ x: 0.4, rotation: 90 })])).toEqual(['.###..', '.##...', '.#....', '......', '......']);
  });

  it('scales by whole multiples exactly', () => {
    expect(rowsOf([bitmapOf({ bitmap: pngPicture(['#.', '.#']), height: 0.2 })])).toEqual([
      '##....',
      '..##..',
      '......',
      '......',
      '......',
    ]);
  });

  it('takes the mean of the pixels that share a dot', () => {
    const three = pngPicture(['##.###', '#.####']);
    expect(rowsOf([bitmapOf({ bitmap: three, width: 0.3, height: 0.1 })])[0]).toBe('###...');
    expect(rowsOf([bitmapOf({ bitmap: three, width: 0.6, height: 0.1 })])[0]).toBe('#..###');
  });

  it('draws dots darker than the threshold', () => {
    const grey = pngPicture(['++++']);
    const inked = [0.4, 0.5, 0.6].map((threshold) => inkShare(grey, { threshold }));
    expect(inked).toEqual([0, 0, 1]);
  });

  it.each(['ORDERED', 'FLOYD_STEINBERG'])('makes a grey of dots: %s', (dithering) => {
    const shares = [0.25, 0.5, 0.75].map((threshold) => inkShare(pngPicture(['++']), { dithering, threshold }));
    expect(shares.map((share) => Math.round(share * 4) / 4)).toEqual([0.25, 0.5, 0.75]);
  });

  it('is white where it is transparent', () => {
    const half = colorPicture([0, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 200], [0, 0, 0, 100]);
    expect(rowsOf([bitmapOf({ bitmap: half, height: 0.1 })])[0]).toBe('#.#...');
  });

  it('is transparent at its light dots, unless it has a background', () => {
    const black = { bgColor: 'black' };
    const below = rowsOf([bitmapOf({ fgColor: 'white' })], black);
    expect(below).toEqual(['.#####', '..####', '...###', '######', '######']);
    expect(rowsOf([bitmapOf({ bgColor: 'white' })], black)).toEqual(['#...##', '##..##', '###.##', '....##', '######']);
  });

  it('changes its colours from print to print', () => {
    const fgColor = '{IF;{VARIABLE;Lot};=;A7731;transparent;black}';
    expect(rowsOf([bitmapOf({ fgColor })]).join('')).not.toContain('#');
  });

  it('is one object of a label as large as its content', () => {
    const { width, height } = drawObjects([bitmapOf({ x: 1, y: 2 })], { width: 0, height: 0 });
    expect([width, height]).toEqual([14, 24]);
  });
});

describe('a StaticBitmap in colours', () => {
  const red: [number, number, number, number] = [255, 0, 0, 255];
  const white: [number, number, number, number] = [255, 255, 255, 255];

  /** Letters of the inks of a row of dots. */
  function inksOf(object: Record<string, unknown>, label: Record<string, unknown> = {}): string[] {
    const document = labelOf([bitmapOf({ height: 0.1, ...object })], { width: 0.4, height: 0.1, ...label });
    const planes = printPlanes(compilePlanes(document, { ...TEN_PER_MM, isColor: true }, fonts), VALUES);
    const inks = (x: number): string => planes.map((plane, index) => (isInk(plane, x, 0) ? 'CMYK'.charAt(index) : '')).join('');
    return [0, 1, 2, 3].map(inks);
  }

  it('has its own colours without fgColor', () => {
    const bitmap = colorPicture(red, [0, 0, 0, 255], [255, 255, 0, 255], [0, 0, 0, 0]);
    expect(inksOf({ bitmap })).toEqual(['MY', 'K', 'Y', '']);
  });

  it('removes what is below it, except below white', () => {
    expect(inksOf({ bitmap: colorPicture(red, white) }, { bgColor: 'black' })).toEqual(['MY', 'MY', 'K', 'K']);
  });

  it('is drawn in fgColor and bgColor where it has them', () => {
    expect(inksOf({ bitmap: colorPicture(red, white), fgColor: 'cyan', bgColor: 'yellow', threshold: 0.9 })).toEqual(['C', 'C', 'Y', 'Y']);
  });
});

describe('a StaticBitmap that cannot be drawn', () => {
  it('is refused with the label, by name', () => {
    const label = labelOf([
      bitmapOf({}),
      bitmapOf({ bitmap: 'iVBORw0KGgo=' }),
      bitmapOf({ bitmap: '%' }),
      bitmapOf({ fgColor: 'blackish' }),
    ]);
    expect(checkLabel(label)).toEqual([
      { pointer: '/objs/3/fgColor', detail: '"blackish" is not a colour; use a name, #rrggbb, rgb(r,g,b) or cmyk(c,m,y,k)' },
      { pointer: '/objs/1/bitmap', detail: 'The PNG is cut off' },
      { pointer: '/objs/2/bitmap', detail: 'The picture is not base64' },
    ]);
  });

  it('E21 is refused when it covers too many dots', () => {
    const { context } = problemOf(() => drawObjects([bitmapOf({ width: 10_000, height: 10_000 })], { width: 10, height: 10 }));
    expect(context.errors).toEqual([{ pointer: '/objs/0/width', detail: 'The pictures of the label cover more than 100 million dots' }]);
  });

  it('E21 is refused when all of them together are too large', () => {
    const large = pngFile({ width: 2000, height: 1100, depth: 1, colorType: 0 }, new Uint8Array(1100 * 251));
    const other = pngFile({ width: 2000, height: 1101, depth: 1, colorType: 0 }, new Uint8Array(1101 * 251));
    const bitmaps = [large, large, other].map((png) => bitmapOf({ bitmap: png.toString('base64') }));
    expect(checkLabel(labelOf(bitmaps))).toEqual([
      { pointer: '/objs/2/bitmap', detail: 'The pictures of the label have more than 4 million pixels' },
    ]);
  });
});
