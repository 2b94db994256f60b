import { describe, expect, it } from 'vitest';
import { STATUS_ERROR_TEXTS, type StatusErrorText } from '#contract/api-v3/status-error-texts.ts';
import { LANGUAGES } from '#renderer/locales/languages.ts';
import { namedTexts, textFile } from '#support/page-texts.ts';

const TAGS = Object.keys(LANGUAGES).filter((tag) => !LANGUAGES[tag]?.isTrial);
const CATALOGUE = Object.entries<StatusErrorText>(STATUS_ERROR_TEXTS);

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The parameters of an error in the catalogue. */
function parametersOf(entry: StatusErrorText): Set<string> {
  if (typeof entry === 'string') return new Set(placeholders(entry));
  return new Set([...placeholders(entry.one ?? ''), ...placeholders(entry.other), ...(entry.further ?? [])]);
}

describe.each(TAGS)('H28 the errors of printers in %s', (tag) => {
  const texts = namedTexts(textFile(tag, 'errors'), '');
  const textOf = (code: string): string => texts.get(`statusErrors.${code}`) ?? '';

  it('have a text for every code of the catalogue, and no other', () => {
    const errors = [...texts.keys()].filter((name) => name.startsWith('statusErrors.'));
    expect(errors.sort()).toEqual(CATALOGUE.map(([code]) => `statusErrors.${code}`).sort());
  });

  it('say only what the controller states', () => {
    const unknown = CATALOGUE.flatMap(([code, entry]) => {
      const stated = parametersOf(entry);
      return placeholders(textOf(code))
        .filter((name) => !stated.has(name))
        .map((name) => `${code}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  /** What follows from the sentence itself, and sentences of the controller, which are in English. */
  const UNSAID = new Set(['reason', 'command', 'printer']);

  it('say every parameter but the sentences of the controller', () => {
    const missing = CATALOGUE.flatMap(([code, entry]) =>
      [...parametersOf(entry)]
        .filter((name) => !UNSAID.has(name) && !placeholders(textOf(code)).includes(name))
        .map((name) => `${code}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
