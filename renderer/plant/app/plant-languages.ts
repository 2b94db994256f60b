import { LANGUAGES, type Language } from '../../locales/languages.ts';
import type { Texts } from '../../locales/texts.ts';

type LoadTexts = () => Promise<{ default: Texts }>;

/** The texts of this page, by language. The page of the station does not load them, and so they are not among its files. */
const PLANT_TEXTS: Readonly<Record<string, LoadTexts>> = {
  en: () => import('../../locales/en/plant.json'),
  de: () => import('../../locales/de/plant.json'),
  fr: () => import('../../locales/fr/plant.json'),
  es: () => import('../../locales/es/plant.json'),
  zh: () => import('../../locales/zh/plant.json'),
  ar: () => import('../../locales/ar/plant.json'),
};

/** The languages of this page: those of the station's page, whose first texts are loaded together with the texts of the plant. */
export const PLANT_LANGUAGES: Readonly<Record<string, Language>> = Object.fromEntries(
  Object.entries(PLANT_TEXTS).flatMap(([tag, load]) => {
    const language = LANGUAGES[tag];
    return language ? [[tag, withTexts(language, load)]] : [];
  }),
);

function withTexts(language: Language, load: LoadTexts): Language {
  const app: LoadTexts = async () => {
    const [shared, own] = await Promise.all([language.files.app(), load()]);
    return { default: { ...shared.default, ...own.default } };
  };
  return { ...language, files: { ...language.files, app } };
}
