import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LABEL_OBJECT_TYPES } from '#contract/api-v3/label.ts';
import type { Box, DesignObject } from '#renderer/domain/label-document/design-object.ts';
import { resizeModeOf, resizeObject } from '#renderer/domain/label-geometry/resize-object.ts';
import { pngPicture } from '../../../../support/png-file.ts';
import { lengths, near, points } from '../label-document/document-support.ts';
import { DOT, dotsApart, drawnArea } from './drawn-area.ts';

const FONT = { family: 'Arimo', style: '', height: 3 };
const BITMAP = pngPicture(['#.', '.#']);

const anchors = fc.record({
  hAnchor: fc.constantFrom('LEFT', 'CENTER', 'RIGHT'),
  vAnchor: fc.constantFrom('TOP', 'CENTER', 'BOTTOM'),
  rotation: fc.constantFrom(0, 90, 180, 270),
});
/** Whole dots, so that the drawn size is the size in the document. */
const dots = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => count * DOT);
/** Even numbers, so that a centre is a whole dot too. */
const evenDots = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => 2 * count * DOT);
const dotBoxes = fc.record({ x: dots(-300, 300), y: dots(-300, 300), width: dots(1, 600), height: dots(1, 600) });

function resized(object: DesignObject, from: Box, to: Box): DesignObject {
  return resizeObject(object, { from, to, resolution: { x: 1 / DOT, y: 1 / DOT } });
}

/** The difference in dots between the drawn box and the requested one. */
function fill(object: DesignObject, to: Box): number {
  return dotsApart(drawnArea(resized(object, drawnArea(object), to)), to);
}

describe('the resize mode', () => {
  it('is none for an unknown type, and in proportion for stacked codes', () => {
    const stacked = ['STACKED', 'STACKED_OMNIDIRECTIONAL', 'EXPANDED_STACKED', 'LIMITED'];
    expect(stacked.map((variant) => resizeModeOf({ type: 'GS1-DataBar', variant }))).toEqual(['even', 'even', 'even', 'free']);
    expect([{ type: 'Hologram' }, {}].map(resizeModeOf)).toEqual(['none', 'none']);
  });

  it('is free in general, in proportion for matrix codes, and none for groups', () => {
    const even = ['DataMatrix', 'GS1-DataMatrix', 'GS1-DataMatrix-Plain', 'QRCode', 'GS1-QRCode', 'GS1-QRCode-Plain', 'GS1-DigitalLink'];
    const evenToo = ['PDF417', 'Aztec'];
    const wished = (type: string) => ([...even, ...evenToo].includes(type) ? 'even' : type === 'ObjectGroup' ? 'none' : 'free');
    expect(LABEL_OBJECT_TYPES.map((type) => [type, resizeModeOf({ type })])).toEqual(
      LABEL_OBJECT_TYPES.map((type) => [type, wished(type)]),
    );
  });
});

describe('an object that is resized to a box', () => {
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

  it.each([{ type: 'Rect' }, { type: 'Ellipse' }, { type: 'StaticBitmap', bitmap: BITMAP }])(
    'is drawn in that box when places and sizes lie between dots: $type',
    (kind) => {
      const sizes = fc.integer({ min: 60, max: 20_000 }).map((micrometres) => micrometres / 1_000);
      const sized = fc.record({ width: sizes, height: sizes });
      fc.assert(
        fc.property(fc.tuple(points, sized), anchors, fc.tuple(points, sized), ([at, size], anchor, [place, wished]) => {
          expect(fill({ ...kind, ...at, ...size, ...anchor }, { ...place, ...wished })).toBeLessThan(1.01);
        }),
      );
    },
  );

  it('starts where its box starts when an odd number of dots lies around its centre', () => {
    fc.assert(
      fc.property(anchors, dotBoxes, (anchor, to) => {
        const rect = { type: 'Rect', x: 10, y: 10, width: 0.5, height: 0.5, ...anchor };
        expect(fill(rect, to)).toBeLessThan(0.01);
      }),
    );
  });

  it('has the size of the box, independent of its own size', () => {
    const rect = { type: 'Rect', x: 5.04, y: 5.04, width: 20, height: 0.14 };
    const from = drawnArea(rect);
    expect(resized(rect, from, { ...from, height: 10 })).toEqual({ ...rect, y: 5, height: 10 });
  });

  it('keeps position and size along an axis that was not resized, or only moved', () => {
    const rect = { type: 'Rect', x: 5.04, y: 5.04, width: 20.03, height: 1.03 };
    const from = drawnArea(rect);
    const noise = { ...from, height: from.y + from.height - from.y + 0.000_4 };
    expect(resized(rect, from, { ...noise, width: 7 })).toEqual({ ...rect, x: 5, width: 7 });
    expect(resized(rect, from, { ...from, x: from.x + 2, width: 7 })).toEqual({ ...rect, x: 7, width: 7 });
    expect(resized(rect, from, { ...from, y: from.y + 2 })).toEqual({ ...rect, y: 7.04 });
  });

  it.each([
    { type: 'ObjectGroup', children: [{ type: 'Rect', x: 1, y: 1, width: 3, height: 4 }] },
    { type: 'Hologram', diameter: 4 },
    { type: 'Rect', x: 'left', y: 1, width: 3, height: 4 },
    { type: 'PolyLine', points: [1, 2, 3] },
    { type: 'Code128', x: 1, y: 1, text: 'A', barWidth: 'wide' },
  ])('is unchanged if it is a group or invalid: %j', (object) => {
    const box = { x: 1, y: 1, width: 3, height: 4 };
    expect(resized(object, box, { ...box, width: 6, height: 8 })).toBe(object);
  });

  it('keeps unknown keys and those that are not about its size', () => {
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
    expect(resized(object, from, { x: 1, y: 2, width: 6, height: 4 })).toEqual({ ...object, x: 1, y: 2, width: 6, height: 4 });
  });

  it('stretches a line with its box', () => {
    const line = { type: 'PolyLine', points: [0, 0, 10, 0, 10, 5], lineWidth: 0.5 };
    const from = { x: 0, y: 0, width: 10, height: 5 };
    expect(resized(line, from, { x: 2, y: 3, width: 5, height: 10 })).toEqual({ ...line, points: [2, 3, 7, 3, 7, 13] });
  });

  it('contains the ink of a line of any thickness and direction', () => {
    const corners = fc.record({ x: dots(1, 200), y: dots(1, 200), lineWidth: dots(1, 20), isBent: fc.boolean() });
    const lines = corners.map(({ x, y, lineWidth, isBent }) => {
      const way = isBent ? [5, -3, 5 + x, -3, 5 + x, -3 + y] : [5, -3 + y, 5 + x, -3];
      return { type: 'PolyLine', points: way, lineWidth };
    });
    const wished = fc.record({ x: dots(-300, 300), y: dots(-300, 300), width: dots(100, 600), height: dots(100, 600) });
    fc.assert(
      fc.property(lines, wished, (line, to) => {
        expect(fill(line, to)).toBeLessThan(2.01);
      }),
    );
  });

  it('contains a line parallel to an axis, which keeps its position across it', () => {
    const line = { type: 'PolyLine', points: [1, 5, 20, 5], lineWidth: 0.4 };
    const from = drawnArea(line);
    expect(resized(line, from, { ...from, width: 38 })).toEqual({ ...line, points: [1, 5, 39, 5] });
    expect(resized(line, from, { ...from, height: 9 })).toEqual(line);
    expect(resized(line, from, { ...from, y: from.y - 3, height: from.height + 3 })).toEqual(line);
  });

  it('is unchanged if it fills its box already', () => {
    fc.assert(
      fc.property(points, lengths, lengths, ({ x, y }, width, height) => {
        const box = { x, y, width, height };
        const object = { type: 'Rect', ...box };
        expect(resized(object, box, box)).toEqual(near(object));
      }),
    );
  });

  it('never falls below the minimum size', () => {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    expect(resized({ type: 'Rect', ...box }, box, { ...box, width: 0.001, height: 0.001 })).toEqual({
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
  ])('is unchanged if a box has no area: $from, $to', ({ from, to }) => {
    const box = { x: 0, y: 0, width: 4, height: 4 };
    const object = { type: 'Rect', ...box };
    expect(resized(object, { ...box, ...from }, { ...box, ...to })).toBe(object);
  });
});

describe('a text that is resized to a box', () => {
  const line = { type: 'Text', x: 5, y: 5, text: 'Best before 12.2027', font: FONT };
  const box = { x: 5, y: 5, width: 28, height: 3.5 };

  it('gets a larger font if it is a line that is resized in height or at a corner', () => {
    const larger = { ...line, font: { ...FONT, height: 6 } };
    expect(resized(line, box, { ...box, height: 7 })).toEqual(larger);
    expect(resized(line, box, { ...box, width: 56, height: 7 })).toEqual(larger);
  });

  it('wraps if it is a line that is resized in width only', () => {
    expect(resized(line, box, { ...box, x: 4, width: 14 })).toEqual({ ...line, x: 4, width: 14 });
  });

  it('is as high as the box if it is a line, and as wide if the resize was in proportion, for any anchor and rotation', () => {
    fc.assert(
      fc.property(anchors, fc.double({ min: 0.5, max: 4, noNaN: true }), (anchor, factor) => {
        const object = { ...line, ...anchor };
        const from = drawnArea(object);
        const to = { ...from, width: from.width * factor, height: from.height * factor };
        expect(dotsApart(drawnArea(resized(object, from, to)), to)).toBeLessThan(5);
      }),
    );
  });

  it('gets the size of the box if it is a text box, with an unchanged font', () => {
    const sizes = fc.record({ width: evenDots(150, 300), height: evenDots(25, 150) });
    const wished = fc.record({ x: dots(-300, 300), y: dots(-300, 300), width: dots(300, 600), height: dots(50, 300) });
    fc.assert(
      fc.property(sizes, anchors, wished, (size, anchor, to) => {
        const object = { ...line, ...size, ...anchor, text: 'Lot' };
        const after = resized(object, drawnArea(object), to);
        expect(after['font']).toEqual(FONT);
        const isLying = anchor.rotation % 180 === 90;
        expect([after['width'], after['height']]).toEqual(near(isLying ? [to.height, to.width] : [to.width, to.height]));
        expect(dotsApart(drawnArea(after), to)).toBeLessThan(1.01);
      }),
    );
  });

  it('keeps the height of its lines if only its width is specified, until the height is resized', () => {
    const wrapped = { ...line, width: 28 };
    expect(resized(wrapped, box, { ...box, width: 14 })).toEqual({ ...line, width: 14 });
    expect(resized(wrapped, box, { ...box, height: 7 })).toEqual({ ...wrapped, height: 7 });
    const low = { ...wrapped, vAnchor: 'BOTTOM', y: 20 };
    const from = drawnArea(low);
    expect(fill(low, { ...from, y: from.y - 5, height: from.height + 5 })).toBeLessThan(1.01);
  });

  it('keeps its own size, not that of its overflow, where it is not resized', () => {
    const over = { ...line, width: 0.5, height: 2, text: 'Wholesomeness' };
    const from = drawnArea(over);
    expect([from.width > 0.5, from.height > 2]).toEqual([true, true]);
    expect(resized(over, from, { ...from, height: 12 })).toEqual({ ...over, height: 12 });
    expect(resized(over, from, { ...from, width: 30 })).toEqual({ ...over, width: 30 });
  });

  it('wraps when its width is resized, at any position', () => {
    fc.assert(
      fc.property(points, (at) => {
        const text = { ...line, ...at };
        const from = drawnArea(text);
        const to = { ...from, width: 8, height: from.y + from.height - from.y };
        const { x: _x, ...rest } = resized(text, from, to);
        const { x: _at, ...wished } = { ...text, width: 8 };
        expect(rest).toEqual(wished);
      }),
    );
  });

  it('keeps the end that is not dragged when its letters grow less than its box', () => {
    const from = drawnArea(line);
    const to = { ...from, x: from.x - 40, width: from.width + 40, height: from.height * 2 };
    const area = drawnArea(resized(line, from, to));
    expect(area.x + area.width).toBeCloseTo(from.x + from.width, 0);
  });

  it('gets no width that was not specified', () => {
    const high = { ...line, height: 3.5 };
    expect(resized(high, box, { ...box, height: 7 })).toEqual({ ...line, height: 7 });
    expect(resized(line, box, { ...box, x: 9 })).toEqual({ ...line, x: 9 });
  });

  it('wraps along its own line when it is rotated', () => {
    const turned = { ...line, rotation: 90 };
    const lying = { x: 1.5, y: 5, width: 3.5, height: 28 };
    expect(resized(turned, lying, { ...lying, height: 14 })).toEqual({ ...turned, width: 14 });
    expect(resized(turned, lying, { ...lying, x: 5, width: 7 })).toEqual({ ...turned, x: 12, font: { ...FONT, height: 6 } });
  });
});
