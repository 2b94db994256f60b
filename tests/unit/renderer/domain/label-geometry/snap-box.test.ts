import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '#renderer/domain/label-document/design-object.ts';
import { snapBoxTo, snapEdge, type SnapRules } from '#renderer/domain/label-geometry/snap-box.ts';
import { boxes, lengths, millimetres, near } from '../label-document/document-support.ts';

const FREE: SnapRules = { grid: 0, dot: { x: 0, y: 0 }, otherBoxes: [], reach: 1 };
const BOX: Box = { x: 10.3, y: 20.4, width: 4, height: 2 };
const AXES = ['x', 'y'] as const;

const rules: fc.Arbitrary<SnapRules> = fc.record({
  grid: fc.constantFrom(0, 0.5, 1, 5),
  dot: fc.constantFrom({ x: 0, y: 0 }, { x: 0.125, y: 0.0847 }),
  otherBoxes: fc.array(boxes, { maxLength: 5 }),
  reach: fc.constantFrom(0, 0.5, 2),
});

function edgesOf(box: Box, axis: 'x' | 'y'): number[] {
  const length = axis === 'x' ? box.width : box.height;
  return [box[axis], box[axis] + length / 2, box[axis] + length];
}

/** The distance of every line from its nearest edge. */
function distances(box: Box, others: readonly Box[], axis: 'x' | 'y'): number[] {
  const lines = others.flatMap((other) => edgesOf(other, axis));
  return lines.map((line) => Math.min(...edgesOf(box, axis).map((edge) => Math.abs(line - edge))));
}

describe('a box that is dragged', () => {
  it('snaps to the nearest line within reach, and shows a guide', () => {
    fc.assert(
      fc.property(boxes, rules, (box, rule) => {
        const { shift, guides } = snapBoxTo(box, rule);
        const after = { ...box, x: box.x + shift.x, y: box.y + shift.y };
        for (const axis of AXES) {
          const nearest = Math.min(...distances(box, rule.otherBoxes, axis));
          const lines = guides.filter((guide) => guide.axis === axis).map(({ at }) => at);
          expect(lines.length).toBe(nearest <= rule.reach ? 1 : 0);
          if (nearest > rule.reach) continue;
          expect(Math.abs(shift[axis])).toBe(nearest);
          expect(edgesOf(after, axis)).toContainEqual(near(lines[0]));
          expect(rule.otherBoxes.flatMap((other) => edgesOf(other, axis))).toContain(lines[0]);
        }
      }),
    );
  });

  it('snaps to a grid line within reach if there is no other line, otherwise to whole dots', () => {
    fc.assert(
      fc.property(boxes, rules, (box, rule) => {
        const { shift, guides } = snapBoxTo(box, rule);
        for (const axis of AXES.filter((one) => !guides.some((guide) => guide.axis === one))) {
          const toGrid = rule.grid === 0 ? Infinity : Math.abs(Math.round(box[axis] / rule.grid) * rule.grid - box[axis]);
          const pitch = toGrid <= rule.reach ? rule.grid : rule.dot[axis];
          const steps = pitch === 0 ? 0 : (box[axis] + shift[axis]) / pitch;
          expect(steps).toBeCloseTo(Math.round(steps), 6);
          expect(Math.abs(shift[axis])).toBeLessThanOrEqual(pitch / 2 + 1e-9);
        }
      }),
    );
  });

  it('stays on the line that it snapped to, even between dots', () => {
    const dot = { x: 0.125, y: 0.3 };
    const others = [{ x: 10.05, y: 0, width: 30, height: 5 }];
    expect(snapBoxTo(BOX, { ...FREE, dot, otherBoxes: others, grid: 1 })).toEqual({
      shift: near({ x: -0.25, y: -0.4 }),
      guides: [{ axis: 'x', at: 10.05 }],
    });
  });

  it('does not snap to a grid line that is out of reach', () => {
    expect(snapBoxTo(BOX, { ...FREE, grid: 10, reach: 0.35 }).shift).toEqual(near({ x: -0.3, y: 0 }));
    expect(snapBoxTo(BOX, { ...FREE, grid: 10, reach: 0.35, dot: { x: 0, y: 0.25 } }).shift).toEqual(near({ x: -0.3, y: 0.1 }));
  });

  it('stays if it is on the line already', () => {
    fc.assert(
      fc.property(boxes, rules, (box, rule) => {
        // Rounding to a dot may bring an edge within reach of a grid line.
        fc.pre(rule.grid === 0 || rule.dot.x === 0);
        const { shift } = snapBoxTo(box, rule);
        const again = snapBoxTo({ ...box, x: box.x + shift.x, y: box.y + shift.y }, { ...rule, otherBoxes: [] }).shift;
        const guided = snapBoxTo({ ...box, x: box.x + shift.x, y: box.y + shift.y }, rule).shift;
        for (const axis of AXES) expect(Math.min(Math.abs(again[axis]), Math.abs(guided[axis]))).toBeLessThan(1e-9);
      }),
    );
  });

  it('snaps along each axis independently', () => {
    const standing = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width });
    fc.assert(
      fc.property(boxes, rules, (box, rule) => {
        const turned = { ...rule, dot: { x: rule.dot.y, y: rule.dot.x }, otherBoxes: rule.otherBoxes.map(standing) };
        const { shift } = snapBoxTo(box, rule);
        expect(snapBoxTo(standing(box), turned).shift).toEqual({ x: shift.y, y: shift.x });
      }),
    );
  });

  it.each([
    ['its left edge to a left edge', { x: 10, y: 0, width: 30, height: 5 }, { shift: { x: -0.3, y: 0 }, guides: [{ axis: 'x', at: 10 }] }],
    ['its middle to a right edge', { x: 0, y: 0, width: 12, height: 5 }, { shift: { x: -0.3, y: 0 }, guides: [{ axis: 'x', at: 12 }] }],
    ['its right edge to a middle', { x: 4, y: 0, width: 20, height: 5 }, { shift: { x: -0.3, y: 0 }, guides: [{ axis: 'x', at: 14 }] }],
    [
      'its lower edge to an upper edge',
      { x: 40, y: 22, width: 9, height: 9 },
      { shift: { x: 0, y: -0.4 }, guides: [{ axis: 'y', at: 22 }] },
    ],
  ])('snaps with %s', (_, other, wished) => {
    expect(snapBoxTo(BOX, { ...FREE, otherBoxes: [other] })).toEqual(near(wished));
  });

  it('can snap to a line along one axis and to the grid along the other', () => {
    const others = [{ x: 10, y: 0, width: 30, height: 5 }];
    expect(snapBoxTo(BOX, { ...FREE, grid: 1, otherBoxes: others })).toEqual({
      shift: near({ x: -0.3, y: -0.4 }),
      guides: [{ axis: 'x', at: 10 }],
    });
  });

  it('stays if nothing attracts it', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        expect(snapBoxTo(box, FREE)).toEqual({ shift: { x: 0, y: 0 }, guides: [] });
      }),
    );
  });
});

describe('an edge that is dragged', () => {
  it('snaps like a box without a size', () => {
    fc.assert(
      fc.property(millimetres, millimetres, rules, (x, y, rule) => {
        const { shift } = snapBoxTo({ x, y, width: 0, height: 0 }, rule);
        expect([snapEdge(x, 'x', rule), snapEdge(y, 'y', rule)]).toEqual([x + shift.x, y + shift.y]);
      }),
    );
  });

  it('snaps to the nearest line within reach only', () => {
    fc.assert(
      fc.property(millimetres, lengths, fc.constantFrom(0.5, 2), (at, length, reach) => {
        const others = [{ x: 0, y: 0, width: length, height: length }];
        const lines = [0, length / 2, length];
        const nearest = Math.min(...lines.map((line) => Math.abs(line - at)));
        const edge = snapEdge(at, 'y', { ...FREE, otherBoxes: others, reach });
        if (nearest > reach) expect(edge).toBe(at);
        else expect(lines.filter((line) => Math.abs(line - at) === nearest)).toContainEqual(near(edge));
      }),
    );
  });
});
