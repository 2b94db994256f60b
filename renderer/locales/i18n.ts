import { createI18n } from 'vue-i18n';
import { en } from './en.ts';
import { isolatedValues } from './isolated.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from './languages.ts';
import { pluralRule } from './plurals.ts';

/** The page's words. What they are filled with is isolated: a name in another script, or one that is meant to mislead, moves nothing else. */
export function createWords() {
  const pluralRules = Object.fromEntries(
    Object.entries(LANGUAGES).map(([tag, { isTrial }]) => [tag, pluralRule(isTrial ? DEFAULT_LANGUAGE : tag)]),
  );
  const words = createI18n({ legacy: false, locale: DEFAULT_LANGUAGE, fallbackLocale: DEFAULT_LANGUAGE, messages: { en }, pluralRules });
  const { t, locale } = words.global;
  const fill: (...given: unknown[]) => string = t;
  const isolate = (given: unknown) => isolatedValues(given, LANGUAGES[locale.value]?.direction ?? 'ltr');
  words.global.t = ((...given: unknown[]) => fill(...given.map(isolate))) as typeof t;
  return words;
}

export type Words = ReturnType<typeof createWords>;

/**
 * Has the page speak a language once its words are there. Rejects, and changes nothing, when they cannot be fetched; a tag that the page
 * does not know is its own language.
 */
export async function speak({ global }: Words, tag: string): Promise<void> {
  const known = LANGUAGES[tag] ? tag : DEFAULT_LANGUAGE;
  const language = LANGUAGES[known];
  if (!language) return;
  if (known !== DEFAULT_LANGUAGE) global.setLocaleMessage(known as 'en', (await language.load()) as typeof en);
  global.locale.value = known as 'en';
  document.documentElement.lang = known;
  document.documentElement.dir = language.direction;
}
