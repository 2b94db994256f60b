import { createI18n } from 'vue-i18n';
import { en } from './en.ts';
import { isolatedValues } from './isolated.ts';

/** The page's words. What they are filled with is isolated: a name in another script, or one that is meant to mislead, moves nothing else. */
export function createWords() {
  const words = createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } });
  const { t } = words.global;
  const fill: (...given: unknown[]) => string = t;
  words.global.t = ((...given: unknown[]) => fill(...given.map(isolatedValues))) as typeof t;
  return words;
}
