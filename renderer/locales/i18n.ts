import { createI18n } from 'vue-i18n';
import { en } from './en.ts';

/** The page's words. */
export function createWords() {
  return createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en } });
}
