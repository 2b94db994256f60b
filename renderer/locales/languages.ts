import { en } from './en.ts';
import type { Direction } from './isolated.ts';

/** A language of the page. */
export interface Language {
  /** What it calls itself. */
  name: string;
  direction: Direction;
  /** English words in disguise, for trying the page: offered to nobody. */
  isTrial?: true;
  /** Texts by their names, and groups of them; fetched when somebody chooses it. */
  load: () => Promise<object>;
}

/** How dates and numbers are written is not made longer: no language does that. */
async function trial(): Promise<object> {
  return { ...(await import('./trial-words.ts')).trialWords(en), formats: en.formats };
}

/** By their BCP 47 tags. Those in the regions XA and XB are for trying the page: longer words, and these from right to left. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { name: 'English', direction: 'ltr', load: () => Promise.resolve(en) },
  de: { name: 'Deutsch', direction: 'ltr', load: async () => (await import('./de.ts')).de },
  fr: { name: 'Français', direction: 'ltr', load: async () => (await import('./fr.ts')).fr },
  es: { name: 'Español', direction: 'ltr', load: async () => (await import('./es.ts')).es },
  zh: { name: '中文', direction: 'ltr', load: async () => (await import('./zh.ts')).zh },
  ar: { name: 'العربية', direction: 'rtl', load: async () => (await import('./ar.ts')).ar },
  'en-XA': { name: 'Trial: longer', direction: 'ltr', isTrial: true, load: trial },
  'ar-XB': { name: 'Trial: from right to left', direction: 'rtl', isTrial: true, load: trial },
};

export const DEFAULT_LANGUAGE = 'en';

/** The first of the wanted languages that the page speaks, in any country of it: de for de-AT. */
export function spokenLanguage(wanted: readonly string[]): string {
  const tags = wanted.map((tag) => tag.split('-')[0] ?? tag);
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? DEFAULT_LANGUAGE;
}
