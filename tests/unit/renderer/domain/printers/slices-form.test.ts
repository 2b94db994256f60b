import { expect, it } from 'vitest';
import { configuredSlices, slicesFormOf, withSliceCount } from '#renderer/domain/printers/slices-form.ts';

const NEW = { stored: undefined, hasSupplies: true };

it('is one head by default, which the configuration leaves out until it has another name or an ink supply', () => {
  expect(slicesFormOf()).toEqual([{ heads: 'PH1', supplies: '' }]);
  expect(configuredSlices(slicesFormOf(), NEW)).toBeUndefined();
  expect(configuredSlices([{ heads: 'Left', supplies: '' }], NEW)).toEqual([{ phs: ['Left'] }]);
  expect(configuredSlices([{ heads: 'PH1', supplies: 'IS1' }], NEW)).toEqual([{ phs: ['PH1'], inkSupplies: ['IS1'] }]);
});

it('reads several heads side by side, separated by commas', () => {
  const slices = configuredSlices([{ heads: ' PH1 ,PH2,', supplies: 'Cyan, Black' }], NEW);
  expect(slices).toEqual([{ phs: ['PH1', 'PH2'], inkSupplies: ['Cyan', 'Black'] }]);
});

it('adds heads with names that are free, and removes the lowest ones', () => {
  const three = withSliceCount([{ heads: 'PH3, PH2', supplies: 'IS1' }], 3);
  expect(three.map(({ heads }) => heads)).toEqual(['PH3, PH2', 'PH4', 'PH5']);
  expect(withSliceCount(three, 1)).toEqual([{ heads: 'PH3, PH2', supplies: 'IS1' }]);
  expect(withSliceCount(three, 1_000)).toHaveLength(64);
});

it('keeps what the form does not show: other properties, a comma in a name, and ink supplies without a field', () => {
  const stored = [{ phs: ['a,b'], inkSupplies: ['IS1'], nozzles: 256 }];
  const form = slicesFormOf(stored);
  expect(configuredSlices(form, { stored, hasSupplies: false })).toEqual(stored);
  expect(configuredSlices([{ heads: 'c', supplies: '' }], { stored, hasSupplies: false })).toEqual([{ ...stored[0], phs: ['c'] }]);
  expect(configuredSlices([{ heads: 'c', supplies: '' }], { stored, hasSupplies: true })).toEqual([{ phs: ['c'], nozzles: 256 }]);
});
