import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, DesignObject } from '#renderer/domain/label-document/design-object.ts';
import { resizeObject } from '#renderer/domain/label-geometry/resize-object.ts';
import { near } from '../label-document/document-support.ts';
import { DOT, dotsApart, drawnArea } from './drawn-area.ts';

const FONT = { family: 'Arimo', style: '', height: 3 };

const anchors = fc.record({
  hAnchor: fc.constantFrom('LEFT', 'CENTER', 'RIGHT'),
  vAnchor: fc.constantFrom('TOP', 'CENTER', 'BOTTOM'),
  rotation: fc.constantFrom(0, 90, 180, 270),
});
/** Whole dots, so that the drawn size is the size in the document. */
const dots = (least: number, most: number) => fc.integer({ min: least, max: most }).map((count) => count * DOT);
const dotPoints = fc.record({ x: dots(-300, 300), y: dots(-300, 300) });

function resized(object: DesignObject, from: Box, to: Box): DesignObject {
  return resizeObject(object, { from, to, resolution: { x: 1 / DOT, y: 1 / DOT } });
}

/** The difference in dots between the drawn box and the requested one. */
function fill(object: DesignObject, to: Box): number {
  return dotsApart(drawnArea(resized(object, drawnArea(object), to)), to);
}

describe('a code that is resized to a box', () => {
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

  it('scales from the default module size if it specifies none', () => {
    const code = { type: 'QRCode', x: 0, y: 0, text: 'A' };
    const from = { x: 0, y: 0, width: 100, height: 100 };
    const to = { x: 0, y: 0, width: 20, height: 20 };
    expect([resized(code, from, to), resized({ ...code, type: 'PDF417' }, from, { ...from, width: 200, height: 200 })]).toEqual([
      { ...code, moduleSize: 1 },
      { ...code, type: 'PDF417', moduleSize: 0.6 },
    ]);
  });

  it.each(codes)('is never larger than its box, and as large as whole dots let it be: $type', (code) => {
    const sizes = fc.integer({ min: 250, max: 1_500 }).map((micrometres) => micrometres / 1_000);
    fc.assert(
      fc.property(fc.tuple(dotPoints, anchors), sizes, dots(10, 40), ([at, anchor], moduleSize, growth) => {
        const object = { ...code, moduleSize, ...at, ...anchor };
        const from = drawnArea(object);
        const to = { ...from, width: from.width * growth, height: from.height * growth };
        const after = resized(object, from, to);
        const area = drawnArea(after);
        expect(area.width).toBeLessThanOrEqual(to.width + 1e-6);
        expect(area.height).toBeLessThanOrEqual(to.height + 1e-6);
        const dot = area.width / Math.round(Number(after['moduleSize'] ?? moduleSize) / DOT);
        expect(area.width + dot).toBeGreaterThan(to.width - 1e-6);
      }),
    );
  });

  it('keeps the corner that is not dragged, and its modules if another dot does not fit', () => {
    const code = { type: 'DataMatrix', x: 10, y: 10, moduleSize: 0.34, text: 'A7' };
    const from = drawnArea(code);
    const wider = { x: from.x - 1, y: from.y - 1, width: from.width + 1, height: from.height + 1 };
    expect(resized(code, from, wider)).toEqual(code);
    const larger = { x: from.x - from.width * 1.5, y: from.y - from.height * 1.5, width: from.width * 2.5, height: from.height * 2.5 };
    const area = drawnArea(resized(code, from, larger));
    expect([area.x + area.width, area.y + area.height, area.width]).toEqual(near([13.6, 13.6, from.width * (7 / 3)]));
  });

  it('gets longer bars when only its height is resized', () => {
    fc.assert(
      fc.property(dotPoints, anchors, dots(10, 400), (at, anchor, growth) => {
        const object = { type: 'Code128', text: 'A7731', barWidth: 0.2, barHeight: 6, ...at, ...anchor };
        const from = drawnArea(object);
        const isLying = anchor.rotation % 180 === 90;
        const to = isLying ? { ...from, width: from.width + growth } : { ...from, height: from.height + growth };
        const after = resized(object, from, to);
        expect({ ...after, x: 0, y: 0 }).toEqual({ ...object, x: 0, y: 0, barHeight: expect.closeTo(6 + growth, 2) as unknown });
        expect(dotsApart(drawnArea(after), to)).toBeLessThan(1.01);
      }),
    );
  });

  it('gets wider bars when only its width is resized', () => {
    fc.assert(
      fc.property(dotPoints, anchors, fc.integer({ min: 2, max: 4 }), (at, anchor, factor) => {
        const object = { type: 'Code128', text: 'A7731', barWidth: 0.2, barHeight: 6, ...at, ...anchor };
        const from = drawnArea(object);
        const isLying = anchor.rotation % 180 === 90;
        const to = isLying ? { ...from, height: from.height * factor } : { ...from, width: from.width * factor };
        const after = resized(object, from, to);
        expect({ ...after, x: 0, y: 0 }).toEqual({ ...object, x: 0, y: 0, barWidth: expect.closeTo(0.2 * factor, 2) as unknown });
        expect(dotsApart(drawnArea(after), to)).toBeLessThan(1.01);
      }),
    );
  });

  it('scales from the default bar height if it specifies none', () => {
    const code = { type: 'Code128', x: 0, y: 0, text: 'A7731' };
    const from = drawnArea(code);
    expect(resized(code, from, { ...from, height: from.height + 5 })).toEqual({ ...code, barHeight: 20 });
    expect(resized(code, from, { ...from, width: from.width * 2 })).toEqual({ ...code, barWidth: 0.6 });
    expect(resized({ ...code, type: 'EAN-13', text: '9501101530003' }, from, { ...from, width: from.width * 2 })['barWidth']).toBe(0.6);
  });

  it.each(['OMNIDIRECTIONAL', 'TRUNCATED', 'LIMITED'])('has the height of its standard until it is resized: %s', (variant) => {
    const code = { type: 'GS1-DataBar', variant, x: 1, y: 1, text: '0950110153000', barWidth: 0.3 };
    const from = drawnArea(code);
    expect(fill(code, { ...from, height: from.height + 2 })).toBeLessThan(1.01);
    expect(resized(code, from, { ...from, width: from.width * 2 })).toEqual({ ...code, barWidth: 0.6 });
  });

  it.each(['STACKED', 'STACKED_OMNIDIRECTIONAL'])('keeps the rows of its standard: %s', (variant) => {
    const code = { type: 'GS1-DataBar', variant, x: 1, y: 1, text: '0950110153000', barWidth: 0.3 };
    const from = drawnArea(code);
    const to = { ...from, width: from.width * 2, height: from.height * 2 };
    expect(resized(code, from, to)).toEqual({ ...code, barWidth: 0.6 });
    expect(fill(code, to)).toBeLessThan(1.01);
  });

  const barred = [
    { type: 'EAN-13', text: '9501101530003' },
    { type: 'EAN-13', text: '9501101530003', humanReadable: 'ABOVE' },
    { type: 'EAN-8', text: '9501101' },
    { type: 'UPC-A', text: '95011015300' },
    { type: 'EAN-13', text: '9501101530003', humanReadable: 'NONE' },
    { type: 'ITF-14', text: '0950110153000' },
    { type: 'ITF', text: '0950', hBearerBar: 3, humanReadable: 'BELOW' },
    { type: 'Code39', text: 'A7731', humanReadable: 'BELOW' },
    { type: 'Code128', text: 'A7731', humanReadable: 'ABOVE', font: FONT },
  ];

  it.each(barred)('keeps bars, digits and the bars around it within the box: %j', (code) => {
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 10, max: 40 })),
        dots(0, 100),
        fc.boolean(),
        ([module, tenths], more, isTall) => {
          const object = { ...code, x: 1, y: 1, barWidth: module * DOT, barHeight: 60 };
          const from = drawnArea(object);
          const to = { ...from, width: (from.width * tenths) / 10, height: from.height + (isTall ? more : 0) };
          const area = drawnArea(resized(object, from, to));
          expect((area.width - to.width) / DOT).toBeLessThan(0.01);
          // Digits have a height of whole dots, and scale with the modules.
          expect((area.height - to.height) / DOT).toBeLessThan(2.01);
          expect((to.height - area.height) / DOT).toBeLessThan((2 * tenths) / 10);
        },
      ),
    );
  });

  it('does not exceed its box if its digits have a font of their own', () => {
    const code = { type: 'EAN-13', text: '9501101530003', font: FONT, x: 1, y: 1, barWidth: 0.3, barHeight: 20 };
    const from = drawnArea(code);
    const to = { ...from, width: from.width * 2, height: from.height * 2 };
    expect(drawnArea(resized(code, from, to)).height).toBeLessThanOrEqual(to.height + 1e-6);
  });
});
