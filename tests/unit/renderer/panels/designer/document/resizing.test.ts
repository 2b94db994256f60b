import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_OBJECT_TYPES } from '#contract/api-v3/label.ts';
import type { Box, DesignObject } from '#renderer/panels/designer/document/design-object.ts';
import { pullOf, resizedTo } from '#renderer/panels/designer/document/resizing.ts';
import { pngPicture } from '../../../../../support/png-file.ts';
import { lengths, near, points } from './document-support.ts';
import { DOT, dotsApart, drawnArea } from './drawn-area.ts';

const FONT = { family: 'Arimo', style: '', height: 3 };
const BITMAP = pngPicture(['#.', '.#']);

const anchors = fc.record({
  hAnchor: fc.constantFrom('LEFT', 'CENTER', 'RIGHT'),
  vAnchor: fc.constantFrom('TOP', 'CENTER', 'BOTTOM'),
  rotation: fc.constantFrom(0, 90, 180, 270),
});
/** Whole dots: what is drawn is as large as the object says. */
const dots = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => count * DOT);
const dotPoints = fc.record({ x: dots(-300, 300), y: dots(-300, 300) });
/** Even, so that a middle is a whole dot too. */
const evenDots = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => 2 * count * DOT);
const dotBoxes = fc.record({ x: dots(-300, 300), y: dots(-300, 300), width: dots(1, 600), height: dots(1, 600) });

/** Where it is drawn once it was made to fill a box, beside where it is to be. */
function fill(object: DesignObject, to: Box): number {
  return dotsApart(drawnArea(resizedTo(object, drawnArea(object), to)), to);
}

describe('what can be pulled', () => {
  it('is every side, codes of modules in proportion, and groups not at all', () => {
    const even = ['DataMatrix', 'GS1-DataMatrix', 'GS1-DataMatrix-Plain', 'QRCode', 'GS1-QRCode', 'GS1-QRCode-Plain', 'GS1-DigitalLink'];
    const evenToo = ['PDF417', 'Aztec'];
    const wished = (type: string) => ([...even, ...evenToo].includes(type) ? 'even' : type === 'ObjectGroup' ? 'none' : 'free');
    expect(LABEL_OBJECT_TYPES.map((type) => [type, pullOf({ type })])).toEqual(LABEL_OBJECT_TYPES.map((type) => [type, wished(type)]));
  });
});

describe('an object that is made to fill a box', () => {
  it.each([{ type: 'Rect' }, { type: 'Ellipse' }, { type: 'StaticBitmap', bitmap: BITMAP }])(
    'is drawn in that box, whatever its anchor and however it is turned: $type',
    (kind) => {
      const places = fc.record({ x: dots(-300, 300), y: dots(-300, 300), width: evenDots(1, 150), height: evenDots(1, 150) });
      fc.assert(
        fc.property(places, anchors, dotBoxes, (place, anchor, to) => {
          expect(fill({ ...kind, ...place, ...anchor }, to)).toBeLessThan(1.01);
        }),
      );
    },
  );

  it('keeps what nobody knows, and what has nothing to do with its size', () => {
    const object = {
      type: 'Rect',
      x: 0,
      y: 0,
      width: 2,
      height: 1,
      lineWidth: 0.5,
      cornerRadius: 0.2,
      name: 'Frame',
      madeBy: { plant: 7 },
    };
    const from = { x: 0, y: 0, width: 2, height: 1 };
    expect(resizedTo(object, from, { x: 1, y: 2, width: 6, height: 4 })).toEqual({ ...object, x: 1, y: 2, width: 6, height: 4 });
  });

  it('stretches a line along with its box', () => {
    const line = { type: 'PolyLine', points: [0, 0, 10, 0, 10, 5], lineWidth: 0.5 };
    const from = { x: 0, y: 0, width: 10, height: 5 };
    expect(resizedTo(line, from, { x: 2, y: 3, width: 5, height: 10 })).toEqual({ ...line, points: [2, 3, 7, 3, 7, 13] });
  });

  it('is what it was when it fills its box already', () => {
    fc.assert(
      fc.property(points, lengths, lengths, ({ x, y }, width, height) => {
        const box = { x, y, width, height };
        const object = { type: 'Rect', ...box };
        expect(resizedTo(object, box, box)).toEqual(near(object));
      }),
    );
  });

  it('is never made so small that nothing is left of it', () => {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    expect(resizedTo({ type: 'Rect', ...box }, box, { ...box, width: 0.001, height: 0.001 })).toEqual({
      type: 'Rect',
      ...box,
      width: 0.05,
      height: 0.05,
    });
  });

  it.each([
    { from: { width: 0 }, to: {} },
    { from: {}, to: { height: 0 } },
    { from: {}, to: { width: -3 } },
    { from: { height: NaN }, to: {} },
  ])('is the very same when a box is none: $from, $to', ({ from, to }) => {
    const box = { x: 0, y: 0, width: 4, height: 4 };
    const object = { type: 'Rect', ...box };
    expect(resizedTo(object, { ...box, ...from }, { ...box, ...to })).toBe(object);
  });
});

describe('a text that is made to fill a box', () => {
  const line = { type: 'Text', x: 5, y: 5, text: 'Best before 12.2027', font: FONT };
  const box = { x: 5, y: 5, width: 28, height: 3.5 };

  it('gets larger letters when it is a line that is pulled down or at a corner', () => {
    const larger = { ...line, font: { ...FONT, height: 6 } };
    expect(resizedTo(line, box, { ...box, height: 7 })).toEqual(larger);
    expect(resizedTo(line, box, { ...box, width: 56, height: 7 })).toEqual(larger);
  });

  it('is wrapped when it is a line that is pulled sideways', () => {
    expect(resizedTo(line, box, { ...box, x: 4, width: 14 })).toEqual({ ...line, x: 4, width: 14 });
  });

  it('is as high as the box when it is a line, and as wide when that was in proportion, whatever its anchor and however it is turned', () => {
    fc.assert(
      fc.property(anchors, fc.double({ min: 0.5, max: 4, noNaN: true }), (anchor, factor) => {
        const object = { ...line, ...anchor };
        const from = drawnArea(object);
        const to = { ...from, width: from.width * factor, height: from.height * factor };
        expect(dotsApart(drawnArea(resizedTo(object, from, to)), to)).toBeLessThan(5);
      }),
    );
  });

  it('is a box of that size when it was a box, with letters as they were', () => {
    const sizes = fc.record({ width: evenDots(150, 300), height: evenDots(25, 150) });
    const wished = fc.record({ x: dots(-300, 300), y: dots(-300, 300), width: dots(300, 600), height: dots(50, 300) });
    fc.assert(
      fc.property(sizes, anchors, wished, (size, anchor, to) => {
        const object = { ...line, ...size, ...anchor, text: 'Lot' };
        const resized = resizedTo(object, drawnArea(object), to);
        expect(resized['font']).toEqual(FONT);
        const isLying = anchor.rotation % 180 === 90;
        expect([resized['width'], resized['height']]).toEqual(near(isLying ? [to.height, to.width] : [to.width, to.height]));
        expect(dotsApart(drawnArea(resized), to)).toBeLessThan(1.01);
      }),
    );
  });

  it('stays as high as its lines when only its width was said', () => {
    const wrapped = { ...line, width: 28 };
    expect(resizedTo(wrapped, box, { ...box, width: 14 })).toEqual({ ...line, width: 14 });
    expect(resizedTo(wrapped, box, { ...box, height: 7 })).toEqual(wrapped);
  });

  it('gets no width that nobody gave it', () => {
    const high = { ...line, height: 3.5 };
    expect(resizedTo(high, box, { ...box, height: 7 })).toEqual({ ...line, height: 7 });
    expect(resizedTo(line, box, { ...box, x: 9 })).toEqual({ ...line, x: 9 });
  });

  it('is wrapped along its own line when it is turned', () => {
    const turned = { ...line, rotation: 90 };
    const lying = { x: 1.5, y: 5, width: 3.5, height: 28 };
    expect(resizedTo(turned, lying, { ...lying, height: 14 })).toEqual({ ...turned, width: 14 });
    expect(resizedTo(turned, lying, { ...lying, x: 5, width: 7 })).toEqual({ ...turned, x: 12, font: { ...FONT, height: 6 } });
  });
});

describe('a code that is made to fill a box', () => {
  const codes = [
    { type: 'DataMatrix', text: 'A7731' },
    { type: 'QRCode', text: 'https://id.gs1.org/01/09501101530003' },
    { type: 'PDF417', text: 'A7731' },
  ];

  it.each(codes)('is in the box when its modules are whole dots: $type', (code) => {
    fc.assert(
      fc.property(dotPoints, anchors, fc.integer({ min: 2, max: 4 }), (at, anchor, factor) => {
        const object = { ...code, moduleSize: 0.4, ...at, ...anchor };
        const { x, y, width, height } = drawnArea(object);
        expect(fill(object, { x, y, width: width * factor, height: height * factor })).toBeLessThan(1.01);
      }),
    );
  });

  it('grows from the size that its modules have when nobody says one', () => {
    const code = { type: 'QRCode', x: 0, y: 0, text: 'A' };
    const from = { x: 0, y: 0, width: 100, height: 100 };
    const to = { x: 0, y: 0, width: 20, height: 20 };
    expect([resizedTo(code, from, to), resizedTo({ ...code, type: 'PDF417' }, from, { ...from, width: 200, height: 200 })]).toEqual([
      { ...code, moduleSize: 1 },
      { ...code, type: 'PDF417', moduleSize: 0.5 },
    ]);
  });

  it('gets longer bars when it is pulled down, and nothing else', () => {
    fc.assert(
      fc.property(dotPoints, anchors, dots(10, 400), (at, anchor, growth) => {
        const object = { type: 'Code128', text: 'A7731', barWidth: 0.2, barHeight: 6, ...at, ...anchor };
        const from = drawnArea(object);
        const isLying = anchor.rotation % 180 === 90;
        const to = isLying ? { ...from, width: from.width + growth } : { ...from, height: from.height + growth };
        const resized = resizedTo(object, from, to);
        expect({ ...resized, x: 0, y: 0 }).toEqual({ ...object, x: 0, y: 0, barHeight: expect.closeTo(6 + growth, 2) as unknown });
        expect(dotsApart(drawnArea(resized), to)).toBeLessThan(1.01);
      }),
    );
  });

  it('gets wider bars when it is pulled sideways, and nothing else', () => {
    fc.assert(
      fc.property(dotPoints, anchors, fc.integer({ min: 2, max: 4 }), (at, anchor, factor) => {
        const object = { type: 'Code128', text: 'A7731', barWidth: 0.2, barHeight: 6, ...at, ...anchor };
        const from = drawnArea(object);
        const isLying = anchor.rotation % 180 === 90;
        const to = isLying ? { ...from, height: from.height * factor } : { ...from, width: from.width * factor };
        const resized = resizedTo(object, from, to);
        expect({ ...resized, x: 0, y: 0 }).toEqual({ ...object, x: 0, y: 0, barWidth: expect.closeTo(0.2 * factor, 2) as unknown });
        expect(dotsApart(drawnArea(resized), to)).toBeLessThan(1.01);
      }),
    );
  });

  it('grows from the bars that it has when nobody says how long they are', () => {
    const code = { type: 'Code128', x: 0, y: 0, text: 'A7731' };
    const from = drawnArea(code);
    expect(resizedTo(code, from, { ...from, height: from.height + 5 })).toEqual({ ...code, barHeight: 20 });
    expect(resizedTo(code, from, { ...from, width: from.width * 2 })).toEqual({ ...code, barWidth: 0.5 });
    expect(resizedTo({ ...code, type: 'EAN-13', text: '9501101530003' }, from, { ...from, width: from.width * 2 })['barWidth']).toBe(0.66);
  });
});
