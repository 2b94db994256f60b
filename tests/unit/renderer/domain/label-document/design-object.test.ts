import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOf, isGroup, mapChildren, numberOf, objectsOf, roundLength } from '#renderer/domain/label-document/design-object.ts';

describe('rounded millimetres', () => {
  it('are whole micrometres', () => {
    expect([0.1 + 0.2, 1.005 * 3, -7.000_4, 12.345_6, 1_000].map(roundLength)).toEqual([0.3, 3.015, -7, 12.346, 1_000]);
  });

  it('have no negative zero', () => {
    expect([-0.000_1, -0].map(roundLength)).toEqual([0, 0]);
  });

  it('differ by at most half a micrometre, and are stable', () => {
    fc.assert(
      fc.property(fc.double({ min: -10_000, max: 10_000, noNaN: true }), (length) => {
        const once = roundLength(length);
        expect(Math.abs(once - length)).toBeLessThanOrEqual(0.000_5 + 1e-9);
        expect(roundLength(once)).toBe(once);
      }),
    );
  });
});

describe('a number of an object', () => {
  it('is its value if that is a number', () => {
    const object = { x: 4.5, zero: 0, text: '7', none: null, list: [1], endless: Infinity, nothing: NaN };
    expect(['x', 'zero', 'text', 'none', 'list', 'endless', 'nothing', 'missing'].map((key) => numberOf(object, key, 9))).toEqual([
      4.5, 0, 9, 9, 9, 9, 9, 9,
    ]);
    expect(numberOf(object, 'missing')).toBe(0);
  });
});

describe('the objects of a container', () => {
  it('are its entries, by identity', () => {
    const [first, second] = [{ type: 'Rect' }, { type: 'ObjectGroup', children: [] }];
    const held = [...objectsOf({ objs: [first, second] }, 'objs'), ...objectsOf({ children: [second, first] }, 'children')];
    expect(held.map((object) => [first, second].indexOf(object as typeof first & typeof second))).toEqual([0, 1, 1, 0]);
  });

  it.each([undefined, null, 'Rect', 3, { 0: { type: 'Rect' }, length: 1 }])('are none where there is no list but %j', (list) => {
    expect([objectsOf({ objs: list }, 'objs'), objectsOf({ children: list }, 'children')]).toEqual([[], []]);
  });

  it('exclude entries that are not objects, which pointers count and edits preserve', () => {
    const group = { type: 'ObjectGroup', children: [null, { type: 'Rect' }, 'Rect', [1]] };
    expect([entriesOf(group, 'children').length, objectsOf(group, 'children')]).toEqual([4, [{ type: 'Rect' }]]);
    expect(mapChildren(group, (child) => ({ ...child, x: 1 }))).toEqual({
      ...group,
      children: [null, { type: 'Rect', x: 1 }, 'Rect', [1]],
    });
  });

  it.each([undefined, 'Rect', { 0: {} }])('are not made up by a change where there is no list but %j', (children) => {
    const group = { type: 'ObjectGroup', children };
    expect(mapChildren(group, () => ({}))).toBe(group);
  });

  it('include groups by their type', () => {
    expect([{ type: 'ObjectGroup' }, { type: 'Rect', children: [] }, {}].map(isGroup)).toEqual([true, false, false]);
  });
});
