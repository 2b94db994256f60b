import fc from 'fast-check';
import { expect } from 'vitest';
import { type Box, type DesignObject, isGroup, type LabelDocument } from '#renderer/domain/label-document/design-object.ts';
import { allObjects } from '#renderer/domain/label-document/object-tree.ts';

/** Whole micrometres, as the page writes them. */
export const millimetres = fc.integer({ min: -50_000, max: 50_000 }).map((micrometres) => micrometres / 1_000);
export const lengths = fc.integer({ min: 100, max: 60_000 }).map((micrometres) => micrometres / 1_000);
export const points = fc.record({ x: millimetres, y: millimetres }, { noNullPrototype: true });
export const boxes: fc.Arbitrary<Box> = fc.record(
  { x: millimetres, y: millimetres, width: lengths, height: lengths },
  { noNullPrototype: true },
);

/** Unknown keys. */
const extras = fc.record(
  { madeBy: fc.jsonValue({ maxDepth: 1 }), 'later/key': fc.jsonValue({ maxDepth: 1 }) },
  { requiredKeys: [], noNullPrototype: true },
);
const rotations = fc.constantFrom({}, { rotation: 90 }, { rotation: 180 }, { rotation: 270 });

const shapes = fc
  .tuple(fc.constantFrom('Rect', 'Ellipse', 'LaterShape'), boxes, rotations, extras)
  .map(([type, box, rotation, extra]): DesignObject => ({ type, ...extra, ...box, ...rotation }));
const lines = fc
  .tuple(fc.array(points, { minLength: 2, maxLength: 4 }), extras)
  .map(([corners, extra]): DesignObject => ({ type: 'PolyLine', ...extra, points: corners.flatMap(({ x, y }) => [x, y]) }));

const { object } = fc.letrec<{ object: DesignObject; group: DesignObject }>((tie) => ({
  object: fc.oneof({ depthSize: 'small', withCrossShrink: true }, shapes, lines, tie('group')),
  group: fc
    .tuple(fc.array(tie('object'), { maxLength: 4 }), extras)
    .map(([children, extra]): DesignObject => ({ type: 'ObjectGroup', ...extra, children })),
}));

/** Objects of every kind that edits distinguish, frozen, because edits must create new ones. */
export const designObjects = object.map(frozen);

export const documents = fc
  .tuple(fc.array(object, { maxLength: 6 }), extras)
  .map(([objs, extra]): LabelDocument => frozen({ format: 3, ...extra, width: 60, height: 40, objs }));

export const filledDocuments = documents.filter((document) => allObjects(document).length > 0);

/** A document and some of its pointers, in any order. */
export const selections = filledDocuments.chain((document) =>
  fc.record(
    {
      document: fc.constant(document),
      pointers: fc.shuffledSubarray(
        allObjects(document).map(({ pointer }) => pointer),
        { minLength: 1 },
      ),
    },
    { noNullPrototype: true },
  ),
);

export function frozen<Value extends object>(value: Value): Value {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) frozen(inner as object);
  return Object.freeze(value);
}

/** The objects that draw something, in drawing order. */
export function drawnObjects(document: LabelDocument): DesignObject[] {
  return allObjects(document).flatMap((placed) => (isGroup(placed.object) ? [] : [placed.object]));
}

/** The value as it is read after saving. */
export function saved(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Compares numbers with a tolerance of a few micrometres. */
export function near(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 2);
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, near(inner)]));
}
