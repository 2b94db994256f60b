import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import LanguagePanel from '#renderer/panels/display/LanguagePanel.vue';
import { useDisplayStore } from '#renderer/stores/display.ts';
import { pageTexts } from '#support/page-texts.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const STATION_LANGUAGES = [
  { tag: 'it', name: 'Italiano', direction: 'ltr' as const },
  { tag: 'de', name: 'Deutsch, changed', direction: 'ltr' as const },
  { tag: 'he', name: 'gone meanwhile', direction: 'rtl' as const },
];

/** The Italian file, which lacks two texts. */
function italian(): Response {
  const { app, ...others } = pageTexts('en');
  const { name: _name, skip: _skip, ...rest } = app;
  return Response.json({ $name: 'Italiano', $direction: 'ltr', app: rest, ...others });
}

let rig: PageRig;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (url: string) => (url === '/languages/it.json' ? italian() : new Response('', { status: 404 })));
  rig = await openPageRig({ languages: { list: async () => STATION_LANGUAGES } });
});

afterEach(() => {
  rig.end();
  vi.unstubAllGlobals();
});

it('H28 offers each language under its own name, and stores the chosen one', async () => {
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

it('H28 offers the languages of the station that can be loaded, with how many texts are in English', async () => {
  const panel = rig.mount(LanguagePanel, {});
  await vi.waitFor(() => expect(panel.findAll('label').at(-1)?.text()).toBe('Italiano (2 texts in English)'));
  expect(panel.findAll('label')).toHaveLength(7);
  await panel.get('input[value=it]').setValue();
  await flushPromises();
  expect(useDisplayStore().language).toBe('it');
});
