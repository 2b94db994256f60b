import { afterEach, beforeEach, expect, it } from 'vitest';
import LabelFallbackFonts from '#renderer/panels/designer/LabelFallbackFonts.vue';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const [ARIMO, HAN, ARABIC] = ['Arimo', 'Noto Sans SC', 'Noto Sans Arabic'].map((family) => ({ family, style: 'Regular' }));

let rig: PageRig;
beforeEach(async () => {
  rig = await openPageRig({});
});
afterEach(() => rig.end());

function open(value: unknown) {
  return rig.mount(LabelFallbackFonts, { value, available: [ARIMO, HAN, ARABIC] });
}

it('adds, raises and removes the fallback fonts of a label, and leaves none behind', async () => {
  const fields = open([ARIMO, HAN]);
  await fields.find('select').setValue('Noto Sans Arabic Regular');
  await fields.find('button[aria-label="Move Noto Sans SC Regular up"]').trigger('click');
  await fields.find('button[aria-label="Remove Arimo Regular from the fallback fonts"]').trigger('click');
  expect(fields.emitted('change')).toEqual([[[ARIMO, HAN, ARABIC]], [[HAN, ARIMO]], [[HAN]]]);
  const last = open([HAN]);
  await last.find('button[aria-label="Remove Noto Sans SC Regular from the fallback fonts"]').trigger('click');
  expect(last.emitted('change')).toEqual([[undefined]]);
});

it('shows none for a label without them, and for a value that is no list of fonts', () => {
  expect([open(undefined), open('Arimo')].map((fields) => fields.findAll('li').length)).toEqual([0, 0]);
});
