import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGroup, type Box, type DesignObject } from '#renderer/domain/label-document/design-object.ts';
import { boxAround, mapPoints, moveObject, rotateObject } from '#renderer/domain/label-geometry/move-object.ts';
import { allObjects } from '#renderer/domain/label-document/object-tree.ts';
import { boxes, designObjects, documents, drawnObjects, near, points, saved } from '../label-document/document-support.ts';
import { dotsApart, drawnArea } from './drawn-area.ts';

const RECT = { type: 'Rect', x: 1, y: 2, width: 3, height: 4, madeBy: { plant: 7 } };
const LINE = { type: 'PolyLine', points: [0, 0, 5, 2.5], lineWidth: 0.5 };
/** Objects without a readable position. */
const MALFORMED = [
  { type: 'PolyLine', points: [1, 2, 3] },
  { type: 'PolyLine', points: [1, 'two', 3, 4] },
  { type: 'PolyLine', points: '1 2 3 4' },
  { type: 'PolyLine' },
  { type: 'Text', x: '{VARIABLE;X}', y: 2 },
  { type: 'Text', x: 2, y: null },
  { type: 'Text', y: 2 },
  { type: 'ObjectGroup' },
  { type: 'ObjectGroup', children: 'none' },
];
const GROUP = {
  type: 'ObjectGroup',
  name: 'Frame',
  visible: '{VARIABLE;Shown}',
  children: [RECT, { type: 'ObjectGroup', children: [LINE] }],
};

/** The object without position and rotation. */
function withoutPlace(object: DesignObject): unknown {
  const { x: _x, y: _y, points: _points, rotation: _rotation, children, ...rest } = object;
  return isGroup(object) ? { ...rest, children: (children as DesignObject[]).map(withoutPlace) } : rest;
}

describe('an object that is moved', () => {
  it('moves all its points, and a group all its objects', () => {
    expect(moveObject(GROUP, { x: 10, y: -0.5 })).toEqual({
      ...GROUP,
      children: [
        { ...RECT, x: 11, y: 1.5 },
        { type: 'ObjectGroup', children: [{ ...LINE, points: [10, -0.5, 15, 2] }] },
      ],
    });
  });

  it('is restored when it is moved back', () => {
    fc.assert(
      fc.property(designObjects, points, (object, { x, y }) => {
        const there = moveObject(object, { x, y });
        expect(saved(moveObject(there, { x: -x, y: -y }))).toEqual(saved(object));
        expect(withoutPlace(there)).toEqual(withoutPlace(object));
      }),
    );
  });

  it('is the same object when it is moved by nothing', () => {
    fc.assert(
      fc.property(designObjects, (object) => {
        expect(moveObject(object, { x: 0, y: 0 })).toBe(object);
      }),
    );
  });

  it('stays on whole micrometres', () => {
    expect(moveObject({ type: 'Text', x: 0.1, y: 0 }, { x: 0.2, y: 1 / 3 })).toEqual({ type: 'Text', x: 0.3, y: 0.333 });
  });
});

describe('an object whose position cannot be read', () => {
  it.each(MALFORMED)('is the very same when it is moved or turned: %j', (object) => {
    expect(moveObject(object, { x: 1, y: 1 })).toBe(object);
    expect(rotateObject(object, { x: 1, y: 1 })).toBe(object);
  });

  it.each([45, '90', null])('is the very same when it is turned, as one that stands at %j', (rotation) => {
    const object = { ...RECT, rotation };
    expect(rotateObject(object, { x: 1, y: 1 })).toBe(object);
    expect(moveObject(object, { x: 1, y: 1 })).toEqual({ ...object, x: 2, y: 3 });
  });

  it('stays in its group, as does an entry that is not an object', () => {
    const group = { type: 'ObjectGroup', children: [...MALFORMED, null, RECT, 7] };
    const moved = { ...RECT, x: 2, y: 3 };
    expect(moveObject(group, { x: 1, y: 1 })).toEqual({ ...group, children: [...MALFORMED, null, moved, 7] });
    expect(rotateObject(group, { x: 0, y: 0 })['children']).toEqual([...MALFORMED, null, expect.objectContaining({ rotation: 90 }), 7]);
  });
});

describe('an object that is rotated', () => {
  it('is rotated clockwise by 90° around the point', () => {
    expect(rotateObject(GROUP, { x: 5, y: 5 })).toEqual({
      ...GROUP,
      children: [
        { ...RECT, x: 8, y: 1, rotation: 90 },
        { type: 'ObjectGroup', children: [{ ...LINE, points: [10, 0, 7.5, 5] }] },
      ],
    });
  });

  it('cycles through the four rotations, and has no key when it is upright', () => {
    const turned = [0, 90, 180, 270].map((rotation) => rotateObject({ type: 'Text', x: 0, y: 0, rotation }, { x: 0, y: 0 })['rotation']);
    expect(turned).toEqual([90, 180, 270, undefined]);
    expect(rotateObject({ type: 'Text', x: 1, y: 1, rotation: 270 }, { x: 1, y: 1 })).toEqual({ type: 'Text', x: 1, y: 1 });
  });

  it('is restored after four rotations, within some micrometres', () => {
    const centres = fc.tuple(points, points).map(([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }));
    fc.assert(
      fc.property(designObjects, centres, (object, centre) => {
        const once = rotateObject(object, centre);
        const turned = [1, 2, 3].reduce((before) => rotateObject(before, centre), once);
        expect(saved(turned)).toEqual(near(object));
        expect(withoutPlace(once)).toEqual(withoutPlace(object));
      }),
    );
  });

  it('is drawn as its rotated picture, for any anchor', () => {
    const kinds = [
      { type: 'Rect', width: 6, height: 2 },
      { type: 'Text', text: 'Lot A7', font: { family: 'Arimo', style: '', height: 3 } },
      { type: 'DataMatrix', text: 'A7731', moduleSize: 0.4 },
      { type: 'Code128', text: 'A7731', barWidth: 0.2, barHeight: 6, humanReadable: 'BELOW' },
    ];
    const placed = fc.record({
      kind: fc.constantFrom(...kinds),
      at: points,
      hAnchor: fc.constantFrom('LEFT', 'CENTER', 'RIGHT'),
      vAnchor: fc.constantFrom('TOP', 'CENTER', 'BOTTOM'),
      rotation: fc.constantFrom(0, 90, 180, 270),
    });
    fc.assert(
      fc.property(placed, points, ({ kind, at, ...anchor }, centre) => {
        const object = { ...kind, ...at, ...anchor };
        const before = drawnArea(object);
        const after = drawnArea(rotateObject(object, centre));
        expect(dotsApart(after, turnedBox(before, centre))).toBeLessThan(2);
      }),
    );
  });

  it('is drawn as its rotated picture if it is a line', () => {
    fc.assert(
      fc.property(points, points, points, (from, to, centre) => {
        fc.pre(Math.hypot(to.x - from.x, to.y - from.y) > 5);
        const line = { type: 'PolyLine', points: [from.x, from.y, to.x, to.y], lineWidth: 0.2 };
        expect(dotsApart(drawnArea(rotateObject(line, centre)), turnedBox(drawnArea(line), centre))).toBeLessThan(3);
      }),
    );
  });
});

function turnedBox({ x, y, width, height }: Box, centre: { x: number; y: number }): Box {
  return { x: centre.x - (y + height - centre.y), y: centre.y + (x - centre.x), width: height, height: width };
}

describe('mapped points', () => {
  it('are all points of an object, and nothing else', () => {
    fc.assert(
      fc.property(documents, ({ objs }) => {
        const group = { type: 'ObjectGroup', children: objs };
        const mapped = mapPoints(group, () => ({ x: 1, y: 2 }));
        expect(withoutPlace(mapped)).toEqual(withoutPlace(group));
        const places = drawnObjects({ objs: [mapped] }).map(({ x, y, points: line }) => line ?? [x, y]);
        const expected = drawnObjects({ objs: [group] }).map(({ points: line }) =>
          Array.from({ length: Array.isArray(line) ? line.length : 2 }, (_, index) => 1 + (index % 2)),
        );
        expect(places).toEqual(expected);
        expect(allObjects({ objs: [mapped] }).length).toBe(allObjects({ objs: [group] }).length);
      }),
    );
  });
});

describe('the box around boxes', () => {
  it('contains them all, and touches one on every side', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 5 }), (some) => {
        const around = boxAround(some)!;
        const right = some.map(({ x, width }) => x + width);
        const bottom = some.map(({ y, height }) => y + height);
        const sides = [...some.map(({ x }) => x), ...some.map(({ y }) => y)];
        expect([around.x, around.y].every((side) => sides.includes(side))).toBe(true);
        expect(some.every(({ x, y }) => x >= around.x && y >= around.y)).toBe(true);
        expect([around.x + around.width, around.y + around.height]).toEqual(near([Math.max(...right), Math.max(...bottom)]));
      }),
    );
  });

  it('is the box itself for one, and undefined for none', () => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    expect([boxAround([box]), boxAround([])]).toEqual([box, undefined]);
  });
});
