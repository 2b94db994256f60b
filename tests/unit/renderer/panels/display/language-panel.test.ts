import { afterEach, beforeEach, expect, it } from 'vitest';
import LanguagePanel from '#renderer/panels/display/LanguagePanel.vue';
import { useDisplayStore } from '#renderer/stores/display.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

beforeEach(async () => {
  localStorage.clear();
  rig = await openPageRig({});
});

afterEach(() => rig.end());

it('H28 offers each language under its own name, and keeps the one that is chosen', async () => {
  const panel = rig.mount(LanguagePanel, {});
  const keys = panel.findAll('label').map((key) => [key.attributes('lang'), key.text()]);
  expect(keys).toEqual([
    ['en', 'English'],
    ['de', 'Deutsch'],
    ['fr', 'Français'],
    ['es', 'Español'],
    ['zh', '中文'],
    ['ar', 'العربية'],
  ]);
  await panel.get('input[value=fr]').setValue();
  expect([useDisplayStore().language, localStorage.getItem('strobe.language')]).toEqual(['fr', '"fr"']);
});
