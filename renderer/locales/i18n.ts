import { inject, shallowRef, type App, type InjectionKey, type ShallowRef } from 'vue';
import { createI18n } from 'vue-i18n';
import app from './en/app.json' with { type: 'json' };
import { isolatedValues, type Direction } from './isolated.ts';
import { DEFAULT_LANGUAGE, ENGLISH, LANGUAGES, type Language } from './languages.ts';
import type { TextFile, Texts } from './texts.ts';
import { pluralRule } from './plurals.ts';
import { TextLoader, type TaggedLanguage } from './text-loader.ts';

/** The texts of the page: `useI18n` in components. */
export interface PageI18n {
  install: (app: App) => void;
  /** The language that the page shows. */
  shown: Readonly<ShallowRef<TaggedLanguage>>;
  t: (key: string, values?: Record<string, unknown>, count?: number) => string;
  /**
   * Loads the texts of a part of the page, in the shown language and in English; those of every language that is shown later are loaded with it.
   * Resolves when the part can be shown. Rejects when they cannot be loaded, and may be called again.
   */
  loadTexts: (file: TextFile) => Promise<void>;
  /**
   * Shows a language once the texts of all parts in use are loaded. Rejects, and changes nothing, when they cannot be; a later call takes the
   * place of one that still loads.
   */
  showLanguage: (tag: string) => Promise<void>;
}

const pageI18nKey: InjectionKey<PageI18n> = Symbol('texts of the page');

/** The texts of the page, for what has to load some or shows a name of a language. Throws where the app has none. */
export function usePageI18n(): PageI18n {
  const i18n = inject(pageI18nKey);
  if (!i18n) throw new Error('The app has no texts.');
  return i18n;
}

type Translate = PageI18n['t'];

/** The texts of the page, in English at first. A page with texts of its own has other files of the same languages. */
export function createPageI18n(languages: Readonly<Record<string, Language>> = LANGUAGES): PageI18n {
  const english = languages[DEFAULT_LANGUAGE] ?? ENGLISH;
  const pluralRules = Object.fromEntries(
    Object.entries(languages).map(([tag, { isTrial }]) => [tag, pluralRule(isTrial ? DEFAULT_LANGUAGE : tag)]),
  );
  const i18n = createI18n({
    legacy: false,
    locale: DEFAULT_LANGUAGE as string,
    fallbackLocale: DEFAULT_LANGUAGE,
    fallbackWarn: false,
    messages: { [DEFAULT_LANGUAGE]: app } as Record<string, Texts>,
    pluralRules,
  });
  const { global } = i18n;
  const shown = shallowRef<TaggedLanguage>({ tag: DEFAULT_LANGUAGE, language: english });
  isolateValues(global as { t: Translate }, () => shown.value.language.direction);
  const loader = new TextLoader((tag, texts) => global.setLocaleMessage(tag, { ...global.getLocaleMessage(tag), ...texts }), english);

  async function loadTexts(file: TextFile): Promise<void> {
    let current: TaggedLanguage;
    do {
      current = shown.value;
      await loader.need(file, current);
    } while (current !== shown.value);
  }

  let latest = 0;
  async function showLanguage(tag: string): Promise<void> {
    const call = (latest += 1);
    const next = { tag, language: languages[tag] ?? (await fetchLanguage(tag)) };
    await loader.load(next);
    if (call !== latest) return;
    pluralRules[tag] ??= pluralRule(tag);
    global.locale.value = tag;
    shown.value = next;
    document.documentElement.lang = tag;
    document.documentElement.dir = next.language.direction;
  }

  const self: PageI18n = {
    install: (page) => void page.use(i18n).provide(pageI18nKey, self),
    ...{ shown, t: (global as { t: Translate }).t, loadTexts, showLanguage },
  };
  return self;
}

/** What a text is filled with is isolated: a name in another script, or one that is meant to mislead, moves nothing else. */
function isolateValues(global: { t: Translate }, direction: () => Direction): void {
  const fill = global.t as (...given: unknown[]) => string;
  global.t = (...given: unknown[]) => fill(...given.map((values) => isolatedValues(values, direction())));
}

/** A language that the station offers in its data folder. */
async function fetchLanguage(tag: string): Promise<Language> {
  const { fetchStationLanguage } = await import('./station-language.ts');
  return fetchStationLanguage(tag);
}
