import { expect, it } from 'vitest';
import { findSliceFaults, sliceHeightOf } from '#contract/api-v3/printer-slices.ts';

const TWO = [
  { phs: ['PH1', 'PH2'], inkSupplies: ['IS1'] },
  { phs: ['PH3', 'PH4'], inkSupplies: ['IS1'] },
];

it('shares the height evenly unless the configuration says otherwise', () => {
  expect(sliceHeightOf({ height: 35 })).toBe(35);
  expect(sliceHeightOf({ height: 70, slices: TWO })).toBe(35);
  expect(sliceHeightOf({ height: 100, slices: [{ phs: ['a'] }, { phs: ['b'] }, { phs: ['c'] }] })).toBe(33.333);
  expect(sliceHeightOf({ height: 70, sliceHeight: 34.999, slices: TWO })).toBe(34.999);
});

it('accepts slices that share the height, within the rounding of clients, and an ink supply for several slices', () => {
  expect(findSliceFaults({ height: 70 })).toEqual([]);
  expect(findSliceFaults({ height: 70, sliceHeight: 35, slices: TWO })).toEqual([]);
  expect(findSliceFaults({ height: 100, sliceHeight: 33.33, slices: [{ phs: ['a'] }, { phs: ['b'] }, { phs: ['c'] }] })).toEqual([]);
});

it('finds a height that the slices together do not have', () => {
  const heightWrong = [{ kind: 'heightWrong', path: ['sliceHeight'] }];
  expect(findSliceFaults({ height: 70, sliceHeight: 35 })).toEqual(heightWrong);
  expect(findSliceFaults({ height: 70, sliceHeight: 30, slices: TWO })).toEqual(heightWrong);
});

it('finds slices without a head, names that are empty or too long, and names that are taken', () => {
  const slices = [
    { phs: ['PH1', 'PH1'], inkSupplies: ['IS1', 'IS1'] },
    { phs: [] },
    { phs: ['PH2', ' '] },
    { phs: ['PH1', 'x'.repeat(51)] },
  ];
  expect(findSliceFaults({ height: 80, slices })).toEqual([
    { kind: 'headTaken', path: ['slices', 0, 'phs', 1] },
    { kind: 'supplyTaken', path: ['slices', 0, 'inkSupplies', 1] },
    { kind: 'headMissing', path: ['slices', 1, 'phs'] },
    { kind: 'nameWrong', path: ['slices', 2, 'phs', 1] },
    { kind: 'headTaken', path: ['slices', 3, 'phs', 0] },
    { kind: 'nameWrong', path: ['slices', 3, 'phs', 1] },
  ]);
});
