import { expect, it } from 'vitest';
import { InputFilter } from '#controller/line-io/input-filter.ts';

const edges = (filter: InputFilter, levels: [boolean, number][]) => levels.map(([level, at]) => filter.read(level, at));

it('takes its first level as it is', () => {
  const filter = new InputFilter({ isInverted: false, debounce: 0 });
  expect(
    edges(filter, [
      [true, 0],
      [true, 5],
      [false, 10],
      [true, 15],
    ]),
  ).toEqual([undefined, undefined, 'falling', 'rising']);
});

it('turns the levels of an inverted input', () => {
  const filter = new InputFilter({ isInverted: true, debounce: 0 });
  expect(
    edges(filter, [
      [true, 0],
      [false, 5],
    ]),
  ).toEqual([undefined, 'rising']);
});

it('makes one edge of a contact that bounces', () => {
  const filter = new InputFilter({ isInverted: false, debounce: 10 });
  const bounces: [boolean, number][] = [
    [false, 0],
    [true, 5],
    [false, 8],
    [true, 12],
    [true, 18],
    [true, 22],
    [true, 40],
  ];
  expect(edges(filter, bounces)).toEqual([undefined, undefined, undefined, undefined, undefined, 'rising', undefined]);
});

it('makes no edge of a change while it was not read', () => {
  const filter = new InputFilter({ isInverted: false, debounce: 0 });
  filter.read(false, 0);
  filter.restart();
  expect(filter.read(true, 1_000)).toBeUndefined();
});
