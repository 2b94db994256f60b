import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aligned, distributed, EDGES, type Axis, type Edge, type Displacement } from '#renderer/panels/designer/document/arranging.ts';
import type { Box } from '#renderer/panels/designer/document/design-object.ts';
import { boxAround } from '#renderer/panels/designer/document/moving.ts';
import { boxes, near } from './document-support.ts';

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

/** Boxes beside each other, of which none reaches into the next, in any order. */
const neighbours = fc.array(fc.tuple(fc.integer({ min: 0, max: 9_000 }), boxes), { minLength: 3, maxLength: 6 }).chain((items) => {
  let at = -20;
  const row = items.map(([gap, box]) => {
    const placed = { ...box, x: at + gap / 1_000 };
    at = placed.x + placed.width;
    return placed;
  });
  return fc.shuffledSubarray(row, { minLength: row.length });
});

describe('boxes that are aligned', () => {
  it('share the edge, which is that of the box around them, and move along no other axis', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), edges, (some, edge) => {
        const shifts = aligned(some, edge);
        const line = edgeOf(boxAround(some)!, edge);
        expect(shifted(some, shifts).map((box) => edgeOf(box, edge))).toEqual(some.map(() => near(line)));
        expect(shifts.map((shift) => shift[axisOf(edge) === 'x' ? 'y' : 'x'])).toEqual(some.map(() => 0));
      }),
    );
  });

  it('share that of another box when one is told', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), edges, boxes, (some, edge, within) => {
        const line = edgeOf(within, edge);
        expect(shifted(some, aligned(some, edge, within)).map((box) => edgeOf(box, edge))).toEqual(some.map(() => near(line)));
      }),
    );
  });

  it('stay when they are aligned already', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), edges, (some, edge) => {
        expect(aligned(shifted(some, aligned(some, edge)), edge)).toEqual(some.map(() => near({ x: 0, y: 0 })));
      }),
    );
  });

  it('are none where there are none', () => {
    expect(EDGES.map((edge) => aligned([], edge))).toEqual(EDGES.map(() => []));
  });
});

describe('boxes that are distributed', () => {
  it('have equal gaps, keep their order, and the outermost two stay', () => {
    fc.assert(
      fc.property(neighbours, (some) => {
        const after = shifted(some, distributed(some, 'x'));
        const order = some.map((_, index) => index).sort((a, b) => some[a]!.x - some[b]!.x);
        const row = order.map((index) => after[index]!);
        const gaps = row.slice(1).map((box, index) => box.x - (row[index]!.x + row[index]!.width));
        expect(gaps).toEqual(gaps.map(() => near(gaps[0])));
        expect([row[0], row.at(-1)]).toEqual(near([some[order[0]!], some[order.at(-1)!]]));
        expect(after.map(({ y }) => y)).toEqual(some.map(({ y }) => y));
      }),
    );
  });

  it('are distributed downwards as they are across', () => {
    const standing = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width });
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 6 }), (some) => {
        const across = distributed(some, 'x');
        expect(distributed(some.map(standing), 'y')).toEqual(across.map(({ x, y }) => ({ x: y, y: x })));
      }),
    );
  });

  it('stay when they are fewer than three', () => {
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 2 }), axes, (some, axis) => {
        expect(distributed(some, axis)).toEqual(some.map(() => ({ x: 0, y: 0 })));
      }),
    );
  });

  it('leave the box around them, what begins first in it and what ends last', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 3, maxLength: 6 }), (some) => {
        const after = shifted(some, distributed(some, 'x'));
        const [{ x, width }, now] = [boxAround(some)!, boxAround(after)!];
        expect([now.x, now.width]).toEqual(near([x, width]));
        const stay = after.filter((box, index) => Math.abs(box.x - some[index]!.x) < 1e-9);
        expect(Math.max(...stay.map((box) => box.x + box.width))).toBeCloseTo(x + width, 6);
      }),
    );
  });

  it('have equal gaps when one reaches over others', () => {
    const some = [
      { x: 0, y: 0, width: 10, height: 1 },
      { x: 20, y: 0, width: 80, height: 1 },
      { x: 30, y: 0, width: 5, height: 1 },
    ];
    expect(distributed(some, 'x')).toEqual([0, 0, -17.5].map((x) => ({ x, y: 0 })));
  });

  it('overlap alike where there is not room for all', () => {
    const some = [0, 1, 8].map((x) => ({ x, y: 0, width: 6, height: 1 }));
    expect(distributed(some, 'x')).toEqual([0, 3, 0].map((x) => ({ x, y: 0 })));
  });
});
