import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignBoxes,
  distributeBoxes,
  EDGES,
  type Axis,
  type Edge,
  type Displacement,
} from '#renderer/domain/label-geometry/align-objects.ts';
import type { Box } from '#renderer/domain/label-document/design-object.ts';
import { boxAround } from '#renderer/domain/label-geometry/move-object.ts';
import { boxes, near } from '../label-document/document-support.ts';

const edges = fc.constantFrom(...EDGES);
const axes = fc.constantFrom<Axis>('x', 'y');

function shifted(some: readonly Box[], shifts: readonly Displacement[]): Box[] {
  return some.map((box, index) => ({ ...box, x: box.x + shifts[index]!.x, y: box.y + shifts[index]!.y }));
}

function edgeOf({ x, y, width, height }: Box, edge: Edge): number {
  return { left: x, center: x + width / 2, right: x + width, top: y, middle: y + height / 2, bottom: y + height }[edge];
}

function axisOf(edge: Edge): Axis {
  return edge === 'left' || edge === 'center' || edge === 'right' ? 'x' : 'y';
}

/** Boxes next to each other without overlap, in any order. */
const neighbours = fc.array(fc.tuple(fc.integer({ min: 0, max: 9_000 }), boxes), { minLength: 3, maxLength: 6 }).chain((items) => {
  let at = -20;
  const row = items.map(([gap, box]) => {
    const placed = { ...box, x: at + gap / 1_000 };
    at = placed.x + placed.width;
    return placed;
  });
  return fc.shuffledSubarray(row, { minLength: row.length });
});

describe('aligning boxes', () => {
  it('aligns them to the edge of the box around them, along one axis only', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), edges, (some, edge) => {
        const shifts = alignBoxes(some, edge);
        const line = edgeOf(boxAround(some)!, edge);
        expect(shifted(some, shifts).map((box) => edgeOf(box, edge))).toEqual(some.map(() => near(line)));
        expect(shifts.map((shift) => shift[axisOf(edge) === 'x' ? 'y' : 'x'])).toEqual(some.map(() => 0));
      }),
    );
  });

  it('aligns them to another box if one is given', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), edges, boxes, (some, edge, within) => {
        const line = edgeOf(within, edge);
        expect(shifted(some, alignBoxes(some, edge, within)).map((box) => edgeOf(box, edge))).toEqual(some.map(() => near(line)));
      }),
    );
  });

  it('does not move aligned boxes', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), edges, (some, edge) => {
        expect(alignBoxes(shifted(some, alignBoxes(some, edge)), edge)).toEqual(some.map(() => near({ x: 0, y: 0 })));
      }),
    );
  });

  it('accepts an empty list', () => {
    expect(EDGES.map((edge) => alignBoxes([], edge))).toEqual(EDGES.map(() => []));
  });
});

describe('distributing boxes', () => {
  it('makes equal gaps, keeps the order, and the outermost two stay', () => {
    fc.assert(
      fc.property(neighbours, (some) => {
        const after = shifted(some, distributeBoxes(some, 'x'));
        const order = some.map((_, index) => index).sort((a, b) => some[a]!.x - some[b]!.x);
        const row = order.map((index) => after[index]!);
        const gaps = row.slice(1).map((box, index) => box.x - (row[index]!.x + row[index]!.width));
        expect(gaps).toEqual(gaps.map(() => near(gaps[0])));
        expect([row[0], row.at(-1)]).toEqual(near([some[order[0]!], some[order.at(-1)!]]));
        expect(after.map(({ y }) => y)).toEqual(some.map(({ y }) => y));
      }),
    );
  });

  it('works downwards as across', () => {
    const standing = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width });
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 6 }), (some) => {
        const across = distributeBoxes(some, 'x');
        expect(distributeBoxes(some.map(standing), 'y')).toEqual(across.map(({ x, y }) => ({ x: y, y: x })));
      }),
    );
  });

  it('does not move fewer than three', () => {
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 2 }), axes, (some, axis) => {
        expect(distributeBoxes(some, axis)).toEqual(some.map(() => ({ x: 0, y: 0 })));
      }),
    );
  });

  it('keeps the box around them, its first and its last box', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 3, maxLength: 6 }), (some) => {
        const after = shifted(some, distributeBoxes(some, 'x'));
        const [{ x, width }, now] = [boxAround(some)!, boxAround(after)!];
        expect([now.x, now.width]).toEqual(near([x, width]));
        const stay = after.filter((box, index) => Math.abs(box.x - some[index]!.x) < 1e-9);
        expect(Math.max(...stay.map((box) => box.x + box.width))).toBeCloseTo(x + width, 6);
      }),
    );
  });

  it('makes equal gaps when one box spans others', () => {
    const some = [
      { x: 0, y: 0, width: 10, height: 1 },
      { x: 20, y: 0, width: 80, height: 1 },
      { x: 30, y: 0, width: 5, height: 1 },
    ];
    expect(distributeBoxes(some, 'x')).toEqual([0, 0, -17.5].map((x) => ({ x, y: 0 })));
  });

  it('makes equal overlaps when there is not enough space', () => {
    const some = [0, 1, 8].map((x) => ({ x, y: 0, width: 6, height: 1 }));
    expect(distributeBoxes(some, 'x')).toEqual([0, 3, 0].map((x) => ({ x, y: 0 })));
  });
});
