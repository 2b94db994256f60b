import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, DesignObject } from '#renderer/domain/label-document/design-object.ts';
import { allObjects, findAt } from '#renderer/domain/label-document/object-tree.ts';
import { scaleWithin, scalingBetween } from '#renderer/domain/label-geometry/scale-objects.ts';
import { scaleFontHeights } from '#renderer/domain/label-geometry/scale-font-heights.ts';
import { boxes, drawnObjects, frozen, near, selections } from '../label-document/document-support.ts';
import { DOT, dotsApart, drawnArea } from './drawn-area.ts';

const FONT = { family: 'Arimo', style: '', height: 3 };
const ABOUT = { x: 2, y: 3 };
const NOTHING = { about: ABOUT, resolution: { x: 1 / DOT, y: 1 / DOT }, boxOf: () => undefined };

function scaled(object: DesignObject, by: number): DesignObject {
  const document = frozen({ format: 3, width: 60, height: 40, objs: [{ type: 'ObjectGroup', children: [object] }] });
  const after = scaleWithin(document, ['/objs/0'], { ...NOTHING, by, boxOf: () => drawnArea(object) });
  return findAt(after, '/objs/0/children/0') ?? {};
}

function scaledBox({ x, y, width, height }: Box, by: number): Box {
  return { x: ABOUT.x + (x - ABOUT.x) * by, y: ABOUT.y + (y - ABOUT.y) * by, width: width * by, height: height * by };
}

describe('several objects that are scaled', () => {
  it('keep the corner that is not dragged, and their proportions', () => {
    fc.assert(
      fc.property(boxes, fc.double({ min: 0.1, max: 10, noNaN: true }), fc.tuple(fc.boolean(), fc.boolean()), (from, by, [left, top]) => {
        const [width, height] = [from.width * by, from.height * by];
        const to = { x: left ? from.x + from.width - width : from.x, y: top ? from.y + from.height - height : from.y, width, height };
        const scaling = scalingBetween(from, to, { left, top });
        expect(scaling.by).toBeCloseTo(by);
        expect(scaling.about).toEqual({ x: left ? from.x + from.width : from.x, y: top ? from.y + from.height : from.y });
      }),
    );
  });

  it.each([
    { type: 'Rect', x: 5, y: 6, width: 10, height: 4 },
    { type: 'Rect', x: 20, y: 20, width: 10, height: 4, hAnchor: 'RIGHT', vAnchor: 'CENTER', rotation: 90 },
    { type: 'Ellipse', x: 20, y: 6, width: 8, height: 8, hAnchor: 'CENTER' },
    { type: 'Text', x: 5, y: 6, text: 'Lot A7731', font: FONT },
    { type: 'Text', x: 30, y: 6, hAnchor: 'RIGHT', text: 'Lot', font: FONT, rotation: 270 },
    { type: 'Text', x: 5, y: 6, width: 20, height: 8, text: 'Lot A7731 and more', font: FONT, lineSpacing: 0.5, letterSpacing: 0.2 },
  ])('are drawn at twice the size and distance: $type', (object) => {
    // Letters are rounded to whole dots.
    expect(dotsApart(drawnArea(scaled(object, 2)), scaledBox(drawnArea(object), 2))).toBeLessThan(3);
  });

  it('keep the thickness of their lines', () => {
    const rect = { type: 'Rect', x: 5, y: 6, width: 10, height: 4, lineWidth: 0.5 };
    expect(scaled(rect, 3)).toMatchObject({ width: 30, height: 12, lineWidth: 0.5 });
    const line = { type: 'PolyLine', points: [2, 3, 4, 6], lineWidth: 0.5 };
    expect(scaled(line, 3)).toMatchObject({ points: [2, 3, 8, 12], lineWidth: 0.5 });
  });

  it.each([
    { type: 'QRCode', x: 4, y: 4, moduleSize: 0.5, text: 'A' },
    { type: 'DataMatrix', x: 40, y: 20, hAnchor: 'RIGHT', vAnchor: 'CENTER', moduleSize: 0.5, text: 'A' },
    { type: 'Code128', x: 4, y: 4, barWidth: 0.5, barHeight: 10, text: 'A' },
  ])('include codes of whole dots within their share of the area: $type', (object) => {
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 4, noNaN: true }), (by) => {
        const after = scaled(object, by);
        const module = Number(after['moduleSize'] ?? after['barWidth']);
        expect(module / DOT).toBeCloseTo(Math.round(module / DOT));
        const [area, share] = [drawnArea(after), scaledBox(drawnArea(object), by)];
        expect(module).toBeLessThanOrEqual(Math.max(DOT, 0.5 * by) + 1e-6);
        expect(area.x).toBeGreaterThan(share.x - 1.5 * DOT);
        if (by > 0.5) expect(area.x + area.width).toBeLessThan(share.x + share.width + 1.5 * DOT);
      }),
    );
  });

  it.each([
    ['[font-height="6"]big[] and not', '[font-height="12"]big[] and not'],
    ['[color="red" font-height="2.5"]a [font-height="1"]b[][]', '[color="red" font-height="5"]a [font-height="2"]b[][]'],
    [String.raw`\[font-height="6"\] is text`, String.raw`\[font-height="6"\] is text`],
  ])('include texts whose own font heights are scaled if they are numbers: %s', (text, grown) => {
    const object = { type: 'Text', x: 5, y: 6, text, styleFormat: 'ADVANCED', font: FONT };
    expect(scaled(object, 2)).toMatchObject({ text: grown, font: { height: 6 } });
    expect(scaled({ ...object, styleFormat: 'NONE' }, 2)).toMatchObject({ text });
  });

  it('include texts whose own font heights are unchanged if a code gives them', () => {
    const text = '[font-height="{VARIABLE;Height}"]as asked[]';
    expect(scaleFontHeights(text, 2)).toBe(text);
  });

  it('are restored when they are scaled back', () => {
    fc.assert(
      fc.property(selections, fc.constantFrom(0.5, 2, 4), ({ document, pointers }, by) => {
        const there = scaleWithin(document, pointers, { ...NOTHING, by });
        const back = scaleWithin(there, pointers, { ...NOTHING, by: 1 / by });
        expect(drawnObjects(back)).toEqual(drawnObjects(document).map(near));
      }),
    );
  });

  it('keep everything else, including unknown keys', () => {
    fc.assert(
      fc.property(selections, ({ document, pointers }) => {
        const after = scaleWithin(document, pointers, { ...NOTHING, by: 2 });
        expect(allObjects(after).map(({ pointer }) => pointer)).toEqual(allObjects(document).map(({ pointer }) => pointer));
        for (const { pointer, object } of allObjects(document)) {
          const isChosen = pointers.some((own) => pointer === own || pointer.startsWith(`${own}/`));
          if (!isChosen && object['type'] !== 'ObjectGroup') expect(findAt(after, pointer)).toBe(object);
          expect(findAt(after, pointer)).toMatchObject({ type: object['type'] });
        }
      }),
    );
  });

  it('do not change if they would fall below the minimum size', () => {
    const document = frozen({ format: 3, objs: [{ type: 'Rect', x: 1, y: 1, width: 1, height: 1 }] });
    for (const by of [0, -1, NaN, Infinity]) expect(scaleWithin(document, ['/objs/0'], { ...NOTHING, by })).toBe(document);
  });
});
