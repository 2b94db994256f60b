import app from './en/app.json' with { type: 'json' };
import type { Direction } from './isolated.ts';
import type { TextFile, Texts } from './texts.ts';

/** A language of the page. */
export interface Language {
  /** What it calls itself. */
  name: string;
  direction: Direction;
  /** Lengthened English texts for testing the layout; not offered in the settings. */
  isTrial?: true;
  files: Readonly<Record<TextFile, () => Promise<{ default: Texts }>>>;
}

/** The language of which every text exists: what another one does not have is shown in it. */
export const ENGLISH: Language = {
  name: 'English',
  direction: 'ltr',
  files: {
    // Part of the page's first script.
    app: () => Promise.resolve({ default: app }),
    labels: () => import('./en/labels.json'),
    data: () => import('./en/data.json'),
    station: () => import('./en/station.json'),
    people: () => import('./en/people.json'),
    errors: () => import('./en/errors.json'),
    diagnostics: () => import('./en/diagnostics.json'),
  },
};

/** How dates and numbers are written is not made longer: no language does that. */
function trial(load: () => Promise<{ default: Texts }>): () => Promise<{ default: Texts }> {
  return async () => {
    const { trialWords } = await import('./trial-words.ts');
    const { formats, ...texts } = (await load()).default;
    return { default: { ...trialWords(texts), ...(formats && { formats }) } };
  };
}

const TRIAL_FILES: Language['files'] = {
  app: trial(ENGLISH.files.app),
  labels: trial(ENGLISH.files.labels),
  data: trial(ENGLISH.files.data),
  station: trial(ENGLISH.files.station),
  people: trial(ENGLISH.files.people),
  errors: trial(ENGLISH.files.errors),
  diagnostics: trial(ENGLISH.files.diagnostics),
};

export const DEFAULT_LANGUAGE = 'en';

/**
 * The languages that the page brings, by their BCP 47 tags; a station may offer more (`station-language.ts`). Those in the regions XA and XB are
 * for trying the page: longer words, and these from right to left.
 */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  [DEFAULT_LANGUAGE]: ENGLISH,
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    files: {
      app: () => import('./de/app.json'),
      labels: () => import('./de/labels.json'),
      data: () => import('./de/data.json'),
      station: () => import('./de/station.json'),
      people: () => import('./de/people.json'),
      errors: () => import('./de/errors.json'),
      diagnostics: () => import('./de/diagnostics.json'),
    },
  },
  fr: {
    name: 'Français',
    direction: 'ltr',
    files: {
      app: () => import('./fr/app.json'),
      labels: () => import('./fr/labels.json'),
      data: () => import('./fr/data.json'),
      station: () => import('./fr/station.json'),
      people: () => import('./fr/people.json'),
      errors: () => import('./fr/errors.json'),
      diagnostics: () => import('./fr/diagnostics.json'),
    },
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    files: {
      app: () => import('./es/app.json'),
      labels: () => import('./es/labels.json'),
      data: () => import('./es/data.json'),
      station: () => import('./es/station.json'),
      people: () => import('./es/people.json'),
      errors: () => import('./es/errors.json'),
      diagnostics: () => import('./es/diagnostics.json'),
    },
  },
  zh: {
    name: '中文',
    direction: 'ltr',
    files: {
      app: () => import('./zh/app.json'),
      labels: () => import('./zh/labels.json'),
      data: () => import('./zh/data.json'),
      station: () => import('./zh/station.json'),
      people: () => import('./zh/people.json'),
      errors: () => import('./zh/errors.json'),
      diagnostics: () => import('./zh/diagnostics.json'),
    },
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    files: {
      app: () => import('./ar/app.json'),
      labels: () => import('./ar/labels.json'),
      data: () => import('./ar/data.json'),
      station: () => import('./ar/station.json'),
      people: () => import('./ar/people.json'),
      errors: () => import('./ar/errors.json'),
      diagnostics: () => import('./ar/diagnostics.json'),
    },
  },
  'en-XA': { name: 'Trial: longer', direction: 'ltr', isTrial: true, files: TRIAL_FILES },
  'ar-XB': { name: 'Trial: from right to left', direction: 'rtl', isTrial: true, files: TRIAL_FILES },
};

/** The first of the wanted languages that the page brings, in any country of it: de for de-AT. */
export function preferredLanguage(wanted: readonly string[]): string {
  const tags = wanted.map((tag) => tag.split('-')[0] ?? tag);
  return tags.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? DEFAULT_LANGUAGE;
}
