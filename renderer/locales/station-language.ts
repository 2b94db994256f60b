import type { LanguageFile } from '#contract/station/languages.ts';
import { languageFileUrl } from '#contract/station/urls.ts';
import { ENGLISH, type Language } from './languages.ts';
import { TEXT_FILES, type TextFile, type Texts } from './texts.ts';

/** The page waits for its first language before it shows anything; English is shown after this time. */
const LIMIT = 5_000;

/** A language that the station offers in its data folder. Rejects when it cannot be loaded. */
export async function fetchStationLanguage(tag: string): Promise<Language> {
  const answer = await fetch(languageFileUrl(tag), { signal: AbortSignal.timeout(LIMIT) });
  if (!answer.ok) throw new Error(`The station answered with ${answer.status} for the language "${tag}".`);
  const { $name: name, $direction: direction, ...texts } = (await answer.json()) as LanguageFile;
  const load = (file: TextFile) => async () => ({ default: usableTexts((await ENGLISH.files[file]()).default, texts) });
  return {
    name,
    direction,
    files: {
      app: load('app'),
      labels: load('labels'),
      data: load('data'),
      station: load('station'),
      people: load('people'),
      errors: load('errors'),
      diagnostics: load('diagnostics'),
    },
  };
}

/** How many of the page's texts are shown in English in this language. */
export async function countMissing({ files }: Language): Promise<number> {
  const counts = TEXT_FILES.map(async (file) => {
    const [english, texts] = await Promise.all([ENGLISH.files[file](), files[file]()]);
    return count(english.default) - count(texts.default);
  });
  return (await Promise.all(counts)).reduce((sum, missing) => sum + missing, 0);
}

function count(texts: Texts): number {
  return Object.values(texts).reduce<number>((sum, text) => sum + (typeof text === 'string' ? Number(text !== '') : count(text)), 0);
}

/**
 * The texts of a language that can take the place of the English ones: not empty, filled with the same values, and without other signs that have a
 * meaning in a text. Names that English does not have are left out.
 */
export function usableTexts(english: Texts, texts: Texts): Texts {
  const usable = Object.entries(english).flatMap(([name, original]): [string, string | Texts][] => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    if (typeof original === 'string') return typeof text === 'string' && isUsable(text, original) ? [[name, text]] : [];
    return typeof text === 'object' ? [[name, usableTexts(original, text)]] : [];
  });
  return Object.fromEntries(usable);
}

const PLACEHOLDER = /\{[^{}]*\}/g;

function isUsable(text: string, original: string): boolean {
  const hasOtherSigns = /[{}@<]/.test(text.replace(PLACEHOLDER, ''));
  return text.trim() !== '' && !hasOtherSigns && placeholders(text) === placeholders(original);
}

function placeholders(text: string): string {
  return [...new Set(text.match(PLACEHOLDER))].sort().join();
}
