import { en } from './en.ts';

/** A language of the page. */
export interface Language {
  /** What it calls itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Texts by their names, and groups of them; fetched when somebody chooses it. */
  load: () => Promise<object>;
}

const ENGLISH: Language = { name: 'English', direction: 'ltr', load: () => Promise.resolve(en) };

async function trial(): Promise<object> {
  return (await import('./trial-words.ts')).trialWords(en);
}

/** By their BCP 47 tags. Those in the regions XA and XB are for trying the page: longer words, and these from right to left. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: ENGLISH,
  'en-XA': { name: 'Trial: longer', direction: 'ltr', load: trial },
  'ar-XB': { name: 'Trial: from right to left', direction: 'rtl', load: trial },
};

export const DEFAULT_LANGUAGE = 'en';
