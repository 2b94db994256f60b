/** The languages of texts that a controller writes itself, and of the reasons of stops. */
export const TEXT_LANGUAGES = ['en', 'de', 'fr', 'es', 'zh', 'ar'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];
