import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { useI18n } from 'vue-i18n';
import { createPageI18n, type PageI18n } from '#renderer/locales/i18n.ts';
import { ENGLISH, LANGUAGES, preferredLanguage, type Language } from '#renderer/locales/languages.ts';
import type { Texts } from '#renderer/locales/texts.ts';
import { openPageI18n } from '#support/open-page-i18n.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('dir');
});

/** Answers for a station that offers these languages. */
function offer(files: Record<string, Texts>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const file = files[/^\/languages\/(.*)\.json$/.exec(url)?.[1] ?? ''];
    return file ? Response.json(file) : new Response('', { status: 404 });
  });
}

function languageOf(tag: string): Language {
  const language = LANGUAGES[tag];
  if (!language) throw new Error(`There is no language ${tag}.`);
  return language;
}

/** What a page with these texts shows of one of them, now and after each change. */
function shownText(i18n: PageI18n, key: string): () => string {
  const place = document.createElement('div');
  createApp({
    setup: () =>
      (
        ({ t }) =>
        () =>
          h('p', t(key))
      )(useI18n()),
  })
    .use(i18n)
    .mount(place);
  return () => place.textContent ?? '';
}

describe('the language of a new screen', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['it', 'fr-CA'], 'fr'],
    [['zh-Hans-CN'], 'zh'],
    [['it'], 'en'],
    [[], 'en'],
  ])('of a browser that is set to %j is %s', (wanted, tag) => {
    expect(preferredLanguage(wanted)).toBe(tag);
  });
});

describe('a language', () => {
  it.each([
    {
      tag: 'ar',
      text: 'none | one | two | few {n} | many {n} | other {n}',
      said: { 0: 'none', 1: 'one', 2: 'two', 7: 'few 7', 40: 'many 40', 100: 'other 100' },
    },
    { tag: 'zh', text: 'none | {n}', said: { 0: 'none', 1: '1', 12: '12' } },
    { tag: 'fr', text: 'aucun | un | {n}', said: { 0: 'aucun', 1: 'un', 1_000_000: '1000000' } },
  ])('chooses the form of a text by the grammar of $tag, with one before them for none at all', async ({ tag, text, said }) => {
    vi.spyOn(languageOf(tag).files, 'data').mockResolvedValue({ default: { tables: { total: text } } });
    const i18n = await openPageI18n();
    await i18n.showLanguage(tag);
    const shown = Object.keys(said).map((n) => [n, i18n.t('tables.total', { n }, Number(n))]);
    expect(Object.fromEntries(shown)).toEqual(said);
  });

  it('is named on the page, with its direction', async () => {
    const i18n = createPageI18n();
    await i18n.showLanguage('ar');
    const { lang, dir } = document.documentElement;
    expect([lang, dir, i18n.shown.value.tag]).toEqual(['ar', 'rtl', 'ar']);
  });

  it('changes what is shown at once', async () => {
    const i18n = createPageI18n();
    const shown = shownText(i18n, 'alarms.priorities.critical');
    const before = shown();
    await i18n.showLanguage('de');
    expect([before, shown()]).toEqual(['Critical', 'Kritisch']);
  });

  it('that was chosen last is shown, whichever is loaded last', async () => {
    const slow = Promise.withResolvers<{ default: Texts }>();
    vi.spyOn(languageOf('fr').files, 'app').mockReturnValue(slow.promise);
    const i18n = createPageI18n();
    const first = i18n.showLanguage('fr');
    await i18n.showLanguage('de');
    slow.resolve({ default: {} });
    await first;
    expect(i18n.shown.value.tag).toBe('de');
  });

  it('that cannot be loaded changes nothing', async () => {
    vi.spyOn(languageOf('fr').files, 'app').mockRejectedValue(new TypeError('no network'));
    const i18n = createPageI18n();
    await expect(i18n.showLanguage('fr')).rejects.toThrow('no network');
    expect([i18n.shown.value.tag, i18n.t('alarms.priorities.critical')]).toEqual(['en', 'Critical']);
  });
});

describe('the texts of a part of the page', () => {
  it('are there in the shown language and in English before it is shown', async () => {
    const i18n = createPageI18n();
    await i18n.showLanguage('de');
    await i18n.loadTexts('data');
    const german = i18n.t('tables.title');
    await i18n.showLanguage('en');
    expect([german, i18n.t('tables.title')]).toEqual(['Tabellen', 'Tables']);
  });

  it('come with a language that is shown later', async () => {
    const i18n = createPageI18n();
    await i18n.loadTexts('data');
    const shown = shownText(i18n, 'tables.title');
    await i18n.showLanguage('de');
    expect(shown()).toBe('Tabellen');
  });

  it('are there in a language that is chosen while they load', async () => {
    const slow = Promise.withResolvers<undefined>();
    const { data } = ENGLISH.files;
    vi.spyOn(ENGLISH.files, 'data').mockImplementation(async () => (await slow.promise, data()));
    const i18n = createPageI18n();
    const loading = i18n.loadTexts('data');
    const showing = i18n.showLanguage('de');
    slow.resolve(undefined);
    await Promise.all([loading, showing]);
    expect(i18n.t('tables.title')).toBe('Tabellen');
  });

  it('are loaded once', async () => {
    const load = vi.spyOn(languageOf('de').files, 'data');
    const i18n = createPageI18n();
    await i18n.showLanguage('de');
    await i18n.loadTexts('data');
    await i18n.loadTexts('data');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('that cannot be loaded are asked for again, and keep no language from being shown', async () => {
    vi.spyOn(ENGLISH.files, 'data').mockRejectedValueOnce(new TypeError('no network'));
    const i18n = createPageI18n();
    await expect(i18n.loadTexts('data')).rejects.toThrow('no network');
    await i18n.showLanguage('de');
    const later = i18n.loadTexts('data');
    await later;
    expect(i18n.t('tables.title')).toBe('Tabellen');
  });
});

describe('a language of the station', () => {
  const ITALIAN = { $name: 'Italiano', $direction: 'ltr', alarms: { priorities: { critical: 'Critico' } }, tables: { title: 'Tabelle' } };

  it('is shown in its own texts, and in English where it has none', async () => {
    offer({ it: ITALIAN });
    const i18n = createPageI18n();
    await i18n.showLanguage('it');
    await i18n.loadTexts('data');
    expect([i18n.t('alarms.priorities.critical'), i18n.t('connections.title'), i18n.t('tables.title')]).toEqual([
      'Critico',
      'Connections',
      'Tabelle',
    ]);
    expect(document.documentElement.lang).toBe('it');
  });

  it('chooses the form of a text by its own grammar', async () => {
    offer({ pl: { ...ITALIAN, monitor: { summary: 'jeden {n} | kilka {n} | wiele {n} | inne {n}' } } });
    const i18n = createPageI18n();
    await i18n.showLanguage('pl');
    const said = [1, 3, 5].map((n) => i18n.t('monitor.summary', { n: String(n) }, n));
    expect(said).toEqual(['jeden 1', 'kilka 3', 'wiele 5']);
  });

  it('that the station does not have leaves the page as it is', async () => {
    offer({});
    const i18n = createPageI18n();
    await expect(i18n.showLanguage('it')).rejects.toThrow('404');
    expect(i18n.shown.value.tag).toBe('en');
  });
});
