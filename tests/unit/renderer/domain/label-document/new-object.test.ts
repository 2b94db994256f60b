import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelObjectSchema } from '#contract/api-v3/label.ts';
import { newObject, NEW_KINDS } from '#renderer/domain/label-document/new-object.ts';
import { reviewLabel } from '#rendering/label/review/review-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { AT_300_DPI, fonts, labelOf, VALUES } from '../../../electron/rendering/drawing-support.ts';
import { points } from './document-support.ts';
import { dotsApart, drawnArea } from '../label-geometry/drawn-area.ts';

const DAY = 86_400_000;
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

  it('prints on any day, with any counters and variables, and without findings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_650 }), (day) => {
        const moment = { ...VALUES.moment, epochMs: VALUES.moment.epochMs + day * DAY };
        const label = labelOf([newObject(kind, { x: 10, y: 10 })], { width: 100, height: 60 });
        const review = reviewLabel(label, { ...EMPTY, moment }, { target: AT_300_DPI, fonts, printableHeight: undefined });
        expect([review.faults, review.warnings]).toEqual([[], []]);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('is a new object every time', () => {
    expect(newObject(kind, { x: 0, y: 0 })).not.toBe(newObject(kind, { x: 0, y: 0 }));
  });
});
