import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import { inkedDots, type Planes } from '#rendering/label/planes.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { drawObjects, fonts, isInk, labelOf, picture, VALUES } from '../drawing-support.ts';

const TEN = { hdpi: 254, vdpi: 254 };

function drawPlanes(objs: unknown[], rest: Record<string, unknown> = {}): Planes {
  return printPlanes(compilePlanes(labelOf(objs, { width: 1.6, height: 1.6, ...rest }), { ...TEN, isColor: true }, fonts), VALUES);
}

/** Letters of the inks of a dot. */
function inksAt(planes: Planes, x: number, y: number): string {
  return planes.map((plane, index) => (isInk(plane, x, y) ? 'CMYK'.charAt(index) : '')).join('');
}

function dotsOf(planes: Planes): number[] {
  return planes.map((plane) => picture(plane).join('').replaceAll('.', '').length);
}

const square = (fillColor: string, at = 0) => ({ type: 'Rect', x: at, y: at, width: 0.8, height: 0.8, fillColor });

describe('a print in colours', () => {
  it('uses only black ink for black', () => {
    expect(dotsOf(drawPlanes([square('black')]))).toEqual([0, 0, 0, 64]);
  });

  it('covers the fraction of dots of a tint', () => {
    expect(dotsOf(drawPlanes([square('cmyk(25%,50%,0%,75%)')]))).toEqual([16, 32, 0, 48]);
  });

  it('removes inks below an object without them', () => {
    const planes = drawPlanes([square('cyan'), square('yellow', 0.4)]);
    expect([inksAt(planes, 1, 1), inksAt(planes, 6, 6), inksAt(planes, 10, 10)]).toEqual(['C', 'Y', 'Y']);
  });

  it('continues a tint from one object to the next', () => {
    const halves = [0, 0.4, 0.8, 1.2].map((x) => ({ type: 'Rect', x, y: 0, width: 0.4, height: 1.6, fillColor: '#999999' }));
    expect(drawPlanes(halves)).toEqual(drawPlanes([], { bgColor: '#999999' }));
  });

  it('prints a tinted background', () => {
    expect(dotsOf(drawPlanes([], { bgColor: 'rgb(100%,50%,100%)' }))).toEqual([0, 128, 0, 0]);
  });

  it('prints each variable text in its own colour', () => {
    const text = {
      type: 'Text',
      x: 0,
      y: 0,
      text: '{VARIABLE;Lot}',
      font: { family: 'Arimo', height: 1.5 },
      color: '{IF;{VARIABLE;Lot};=;A7731;red;blue}',
    };
    const [cyan, magenta, yellow, black] = dotsOf(drawPlanes([text], { width: 8 }));
    expect([cyan, magenta === yellow, black]).toEqual([0, true, 0]);
    expect(magenta).toBeGreaterThan(20);
  });

  it('keeps the edges of barcodes: every ink prints all of the bars or none', () => {
    const code = { type: 'DataMatrix', x: 0, y: 0, text: 'AB', moduleSize: 0.1, color: 'cmyk(40%,60%,100%,0%)' };
    const [cyan, magenta, yellow, black] = dotsOf(drawPlanes([code], { width: 2, height: 2 }));
    expect([cyan, magenta === yellow, black]).toEqual([0, true, 0]);
    expect(magenta).toBeGreaterThan(40);
  });

  it('is the print of one ink, bit by bit, for a printer of one ink', () => {
    const objs = [square('orange'), square('#404040', 0.4), { type: 'EAN-8', x: 2, y: 0, text: '9638507' }];
    const size = { width: 30, height: 20, bgColor: '#eeeeee' };
    expect(printPlanes(compilePlanes(labelOf(objs, size), TEN, fonts), VALUES)).toEqual([drawObjects(objs, size)]);
  });

  it('has ink where any of its planes has', () => {
    const planes = drawPlanes([square('cyan'), square('yellow', 0.8)]);
    expect(picture(inkedDots(planes)).join('').replaceAll('.', '')).toHaveLength(128);
  });
});

describe('the picture of a print in colours', () => {
  it('shows inks and their mixtures on white', () => {
    const planes = drawPlanes([square('cyan'), square('red', 0.8)]);
    const { data } = PNG.sync.read(Buffer.from(encodePlanes(planes, { ...TEN, deflate: deflateSync })));
    const at = (x: number, y: number): number[] => [...data.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 3)];
    expect([at(1, 1), at(10, 10), at(15, 0)]).toEqual([
      [20, 168, 226],
      [223, 22, 10],
      [255, 255, 255],
    ]);
  });
});
