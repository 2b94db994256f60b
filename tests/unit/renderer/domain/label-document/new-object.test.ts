import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelObjectSchema } from '#contract/api-v3/label.ts';
import { CODE_KINDS, newObject, NEW_KINDS, PLAIN_KINDS, type NewKind } from '#renderer/domain/label-document/new-object.ts';
import { reviewLabel } from '#rendering/label/review/review-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { AT_300_DPI, fonts, labelOf, VALUES } from '../../../electron/rendering/drawing-support.ts';
import { points } from './document-support.ts';
import { dotsApart, drawnArea } from '../label-geometry/drawn-area.ts';

/** A controller without counters, variables and tables. */
const EMPTY = { ...VALUES, variables: new Map(), counters: new Map(), row: undefined };

describe.each(NEW_KINDS)('a new %s', (kind) => {
  it('is a valid object of a label, at any position', () => {
    fc.assert(
      fc.property(points, (at) => {
        const object = newObject(kind, at);
        expect(labelObjectSchema.parse(object)).toMatchObject({ ...object, type: kind });
      }),
    );
  });

  it('is a new object every time', () => {
    expect(newObject(kind, { x: 0, y: 0 })).not.toBe(newObject(kind, { x: 0, y: 0 }));
  });
});

describe.each(PLAIN_KINDS)('a new %s', (kind) => {
  it('is drawn with its corner, or its start, at its position', () => {
    fc.assert(
      fc.property(points, ({ x, y }) => {
        const corner = { ...drawnArea(newObject(kind, { x, y })), width: 0, height: 0 };
        const halfOfLine = kind === 'PolyLine' ? 0.25 : 0;
        expect(dotsApart(corner, { x, y: y - halfOfLine, width: 0, height: 0 })).toBeLessThan(1.01);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('has no findings', () => {
    expect(findings(kind)).toEqual([]);
  });
});

describe.each(CODE_KINDS)('a new %s', (kind) => {
  it('has no content, and the label says so', () => {
    const found = findings(kind);
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found)
      expect(finding).toMatchObject({ kind: 'fault', pointer: expect.stringMatching(/^\/objs\/0\/(text|apps)/u) });
  });
});

function findings(kind: NewKind) {
  const label = labelOf([newObject(kind, { x: 10, y: 10 })], { width: 100, height: 60 });
  const { faults, warnings } = reviewLabel(label, EMPTY, { target: AT_300_DPI, fonts, printableHeight: undefined });
  return [...faults, ...warnings];
}
