import { z } from 'zod';
import { query } from './operation.ts';

/** Texts of the page by their names, and groups of them. */
export interface LanguageTexts {
  [name: string]: string | LanguageTexts;
}

const textsSchema: z.ZodType<LanguageTexts> = z.lazy(() => z.record(z.string(), z.union([z.string(), textsSchema])));

/**
 * A file of the station's `languages` folder, such as `it.json`: what the language calls itself, in which direction it is written, and the texts
 * that it has of those in `renderer/locales/en`. English stands in for the others.
 */
export const languageFileSchema = z
  .object({ $name: z.string().trim().min(1).max(60), $direction: z.enum(['ltr', 'rtl']) })
  .catchall(z.union([z.string(), textsSchema]));
export type LanguageFile = z.infer<typeof languageFileSchema>;

const stationLanguageSchema = z.object({
  /** BCP 47, in its canonical form: the file's name. */
  tag: z.string(),
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
});
export type StationLanguage = z.infer<typeof stationLanguageSchema>;

/** Texts travel by URL: see `languageFileUrl`. */
export const languagesContract = {
  /** The languages that the station offers in addition to those that the page brings, by their tags. */
  list: query(z.object({}), z.array(stationLanguageSchema)),
};

/** Whether a text is a BCP 47 tag in its canonical form: `pt-BR`, and neither `pt-br` nor `pt_BR`. */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text)[0] === text;
  } catch {
    return false;
  }
}
