import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelPlacement } from '#rendering/label/label-geometry.ts';
import { placeRect } from '#rendering/raster/placement.ts';
import {
  extendedLabel,
  headSlices,
  moveToSlice,
  sliceAreas,
  sliceBorders,
  slicesOfObjects,
  slicesUnder,
  type HeadSlice,
  type LabelOnPrint,
} from '#renderer/domain/label-geometry/print-heads.ts';

const PRINTER = { height: 70, sliceHeight: 35, slices: [{ phs: ['PH1', 'PH2'] }, { phs: ['PH3'] }] };
const SLICES = headSlices(PRINTER);
const [UPPER, LOWER] = SLICES as [HeadSlice, HeadSlice];
const LABEL: LabelOnPrint = { width: 100, height: 70, rotation: 'NONE', vOffset: 0 };
const box = (...[x, y, width, height]: [number, number, number, number]) => ({ x, y, width, height });
const under = (area: ReturnType<typeof box>, label = LABEL) => slicesUnder(area, SLICES, { label, tolerance: 0.1 });

describe('the slices of a printer', () => {
  it('are stacked from the upper edge of the print, and named by their heads', () => {
    expect(SLICES).toEqual([
      { name: 'PH1 + PH2', top: 0, bottom: 35 },
      { name: 'PH3', top: 35, bottom: 70 },
    ]);
  });

  it('share the height if the printer does not tell theirs, and may have no name', () => {
    expect(headSlices({ height: 60, slices: [{ phs: ['A'] }, { phs: [] }] })).toEqual([
      { name: 'A', top: 0, bottom: 30 },
      { name: '', top: 30, bottom: 60 },
    ]);
  });

  it.each([undefined, {}, { ...PRINTER, slices: [{ phs: ['PH1'] }] }, { slices: PRINTER.slices }])('are no choice for %j', (printer) => {
    expect(headSlices(printer)).toEqual([]);
  });
});

describe('the slices that print an object', () => {
  it('are those that it overlaps by more than a dot', () => {
    expect(under(box(0, 0, 10, 35.05))).toEqual([0]);
    expect(under(box(0, 30, 10, 10))).toEqual([0, 1]);
    expect(under(box(0, 34.95, 10, 10))).toEqual([1]);
    expect(under(box(0, 80, 10, 10))).toEqual([]);
  });

  it('are the one under the middle of an object that is thinner than a dot', () => {
    expect(under(box(0, 34.99, 10, 0.05))).toEqual([1]);
  });

  it('follow the offset of the label', () => {
    expect(under(box(0, 36, 10, 5), { ...LABEL, vOffset: 10 })).toEqual([0]);
    expect(under(box(0, 30, 10, 4), { ...LABEL, vOffset: -10 })).toEqual([1]);
  });

  it('are those of the rasterised print, however the label is rotated', () => {
    const lengths = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(
        fc.constantFrom('NONE', 'CW90', 'CW180', 'CCW90'),
        fc.record({ x: lengths, y: lengths }),
        fc.integer({ min: -9, max: 9 }),
        (rotation, { x, y }, vOffset) => {
          const label: LabelOnPrint = { width: 60, height: 50, rotation, vOffset };
          const area = box(x, y, 8, 6);
          const { top, height } = placeRect(labelPlacement({ rotation, rise: vOffset }, label.width, label.height), {
            ...{ left: area.x, top: area.y, width: area.width, height: area.height },
          });
          const expected = SLICES.flatMap((slice, index) => (top + height > slice.top && top < slice.bottom ? [index] : []));
          expect(under(area, label)).toEqual(expected);
        },
      ),
    );
  });
});

describe('the slices of all objects', () => {
  it('are those of its objects for a group', () => {
    const objects = [
      { pointer: '/objs/0', box: box(0, 0, 5, 5) },
      { pointer: '/objs/1/children/0', box: box(0, 40, 5, 5) },
      { pointer: '/objs/1/children/1/children/0', box: box(0, 2, 5, 5) },
    ];
    const found = slicesOfObjects(objects, SLICES, { label: LABEL, tolerance: 0.1 });
    expect(Object.fromEntries(found)).toEqual({
      '/objs/0': [0],
      '/objs/1': [0, 1],
      '/objs/1/children/0': [1],
      '/objs/1/children/1': [0],
      '/objs/1/children/1/children/0': [0],
    });
  });
});

describe('a label whose content determines its height', () => {
  const isOpen = { x: false, y: true };

  it('reaches every slice', () => {
    expect(extendedLabel({ ...LABEL, height: 20, vOffset: 2 }, SLICES, { isOpen })).toEqual({ ...LABEL, height: 72, vOffset: 2 });
    expect(extendedLabel({ ...LABEL, height: 90 }, SLICES, { isOpen })).toEqual({ ...LABEL, height: 90 });
  });

  it('is as high as it is if that side is given, lies across the slices, or is printed from its end', () => {
    for (const label of [
      { ...LABEL, width: 20, rotation: 'CW90' as const },
      { ...LABEL, height: 20, rotation: 'CW180' as const },
    ]) {
      expect(extendedLabel(label, SLICES, { isOpen })).toEqual(label);
    }
    expect(extendedLabel({ ...LABEL, height: 20 }, SLICES, { isOpen: { x: true, y: false } })).toEqual({ ...LABEL, height: 20 });
  });
});

describe('the areas of slices on a label', () => {
  it('are the parts of the label that they print, with the border between them', () => {
    expect(sliceAreas(SLICES, { ...LABEL, height: 50 })).toEqual([box(0, 0, 100, 35), box(0, 35, 100, 15)]);
    expect(sliceBorders(SLICES, { ...LABEL, height: 50 })).toEqual([{ axis: 'y', at: 35 }]);
  });

  it('do not exist where the label does not reach', () => {
    expect(sliceAreas(SLICES, { ...LABEL, height: 30 })).toEqual([box(0, 0, 100, 30), undefined]);
    expect(sliceBorders(SLICES, { ...LABEL, height: 30 })).toEqual([]);
  });

  it('lie across a label that is rotated, from the side that prints first', () => {
    expect(sliceAreas(SLICES, { ...LABEL, width: 50, rotation: 'CCW90' })).toEqual([box(15, 0, 35, 70), box(0, 0, 15, 70)]);
    expect(sliceBorders(SLICES, { ...LABEL, width: 50, rotation: 'CCW90' })).toEqual([{ axis: 'x', at: 15 }]);
    expect(sliceBorders(SLICES, { ...LABEL, width: 50, rotation: 'CW90', vOffset: 5 })).toEqual([{ axis: 'x', at: 40 }]);
  });
});

describe('an object that is moved to another slice', () => {
  const move = (area: ReturnType<typeof box>, to: HeadSlice, options: Partial<Parameters<typeof moveToSlice>[2]> = {}) =>
    moveToSlice(area, to, { label: LABEL, from: UPPER, ...options });

  it('keeps its distance from the upper edge of its slice', () => {
    expect(move(box(5, 8, 10, 10), LOWER)).toEqual({ x: 0, y: 35 });
    expect(move(box(5, 43, 10, 10), UPPER, { from: LOWER })).toEqual({ x: 0, y: -35 });
  });

  it('is moved up as far as it must to fit; one that is higher than the slice begins at its edge', () => {
    expect(move(box(5, 30, 10, 10), LOWER)).toEqual({ x: 0, y: 30 });
    expect(move(box(5, 30, 10, 40), LOWER)).toEqual({ x: 0, y: 5 });
    expect(move(box(5, 20, 10, 10), LOWER, { label: { ...LABEL, height: 50 } })).toEqual({ x: 0, y: 20 });
  });

  it('moves to the nearest place in the slice if no slice prints it', () => {
    expect(move(box(5, 90, 10, 10), LOWER, { from: undefined })).toEqual({ x: 0, y: -30 });
  });

  it('moves along the side of a rotated label that is its height in print', () => {
    expect(move(box(80, 5, 10, 10), LOWER, { label: { ...LABEL, rotation: 'CCW90' } })).toEqual({ x: -35, y: 0 });
  });

  it('is then printed by that slice only, if it fits, wherever it was', () => {
    const rotation = fc.constantFrom<LabelOnPrint['rotation']>('NONE', 'CW90', 'CW180', 'CCW90');
    const [place, size] = [fc.integer({ min: -20, max: 90 }), fc.integer({ min: 1, max: 30 })];
    fc.assert(
      fc.property(rotation, fc.record({ at: place, length: size }), fc.constantFrom(0, 1), (turned, { at, length }, index) => {
        const label = { width: 70, height: 70, rotation: turned, vOffset: 0 };
        const area = box(at, at, length, length);
        const from = SLICES[under(area, label)[0] ?? -1];
        const { x, y } = moveToSlice(area, SLICES[index]!, { label, from });
        expect(under({ ...area, x: area.x + x, y: area.y + y }, label)).toEqual([index]);
      }),
    );
  });
});
