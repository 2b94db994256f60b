import { TEXT_LANGUAGES, type TextLanguage } from '#contract/api-v3/text-language.ts';

/** The language in which a controller writes for a language of the page; English for one that it does not know. */
export function textLanguageOf(locale: string): TextLanguage {
  return TEXT_LANGUAGES.find((language) => locale === language || locale.startsWith(`${language}-`)) ?? 'en';
}
