import { createPageI18n, type PageI18n } from '#renderer/locales/i18n.ts';
import { TEXT_FILES } from '#renderer/locales/texts.ts';

/** The page's texts, those of all of its parts loaded. */
export async function openPageI18n(): Promise<PageI18n> {
  const i18n = createPageI18n();
  await Promise.all(TEXT_FILES.map(i18n.loadTexts));
  return i18n;
}
