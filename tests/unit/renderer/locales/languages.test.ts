import { describe, expect, it } from 'vitest';
import { en } from '#renderer/locales/en.ts';
import { createWords, speak } from '#renderer/locales/i18n.ts';
import { LANGUAGES, spokenLanguage } from '#renderer/locales/languages.ts';
import { pluralForms } from '#renderer/locales/plurals.ts';

/** Each text by its full name. */
function texts(words: object, within = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]: [string, string | object]) =>
      typeof value === 'string' ? [[within + name, value] as const] : [...texts(value, `${within}${name}.`)],
    ),
  );
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{[^}]*\}/g))].sort();
}

function forms(text: string): number {
  return text.split(' | ').length;
}

/** How many forms a translation may have. English says some counts in one form, and what a grammar has for zero says that there is none. */
function numbersOfForms(as: string, tag: string): number[] {
  const all = pluralForms(tag);
  if (forms(as) === 1) return as.includes('{n}') ? [1, all.length] : [1];
  const saysNone = forms(as) > pluralForms('en').length && !all.includes('zero');
  return [all.length + (saysNone ? 1 : 0)];
}

const english = texts(en);
const translated = await Promise.all(
  Object.entries(LANGUAGES)
    .filter(([tag, { isTrial }]) => tag !== 'en' && !isTrial)
    .map(async ([tag, { load }]) => [tag, texts(await load())] as const),
);

describe.each(translated)('H28 the words of %s', (tag, words) => {
  const both = [...words].filter(([name]) => english.has(name)).map(([name, text]) => ({ name, text, as: english.get(name) ?? '' }));

  it('leave nothing for English to say', () => {
    expect([...english].filter(([name, text]) => text !== '' && !words.get(name)).map(([name]) => name)).toEqual([]);
  });

  it('have no name that English has not', () => {
    expect([...words.keys()].filter((name) => !english.has(name))).toEqual([]);
  });

  it('are filled with what the English ones are filled with', () => {
    const other = both.filter(({ text, as }) => placeholders(text).join() !== placeholders(as).join());
    expect(other.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });

  it('have a form for every count that their grammar tells apart', () => {
    const other = both.filter(({ text, as }) => !numbersOfForms(as, tag).includes(forms(text)));
    expect(other.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });

  it('link to nothing and hold no markup', () => {
    expect(both.filter(({ text }) => /[@<]/.test(text)).map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
  });
});

const ofLanguage = new Map([['en', english], ...translated]);

/** The texts of a language in which this is found. */
function textsWith(tag: string, fault: RegExp): string[] {
  return [...(ofLanguage.get(tag) ?? [])].filter(([, text]) => fault.test(text)).map(([name, text]) => `${name}: ${text}`);
}

describe('H28 the marks of a text', () => {
  it('are as wide in Chinese as its letters', () => {
    expect(textsWith('zh', /[\u4e00-\u9fff}”][,:;?]/)).toEqual([]);
  });

  it('stay with their words in French', () => {
    expect(textsWith('fr', /\S [:;?!»]|« /)).toEqual([]);
  });

  it.each([...ofLanguage.keys()])('keep a number together in %s, which Arabic would turn round', (tag) => {
    expect(textsWith(tag, /\d \d{3}\b/)).toEqual([]);
  });
});

describe('the language of a new screen', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['it', 'fr-CA'], 'fr'],
    [['zh-Hans-CN'], 'zh'],
    [['it'], 'en'],
    [[], 'en'],
  ])('of a browser that is set to %j is %s', (wanted, tag) => {
    expect(spokenLanguage(wanted)).toBe(tag);
  });
});

describe('a language', () => {
  it('chooses the form of a text by its own grammar, with one before them for none at all', async () => {
    const words = createWords();
    const { global } = words;
    const said = (counts: number[]) => counts.map((n) => global.t('tables.total', { n: String(n) }, n));
    await speak(words, 'ar');
    global.setLocaleMessage('ar' as 'en', { tables: { total: 'none | one | two | few {n} | many {n} | other {n}' } } as typeof en);
    expect(said([0, 1, 2, 7, 40, 100])).toEqual(['none', 'one', 'two', 'few 7', 'many 40', 'other 100']);
    await speak(words, 'zh');
    global.setLocaleMessage('zh' as 'en', { tables: { total: 'none | {n}' } } as typeof en);
    expect(said([0, 1, 12])).toEqual(['none', '1', '12']);
    await speak(words, 'fr');
    global.setLocaleMessage('fr' as 'en', { tables: { total: 'aucun | un | {n}' } } as typeof en);
    expect(said([0, 1, 1_000_000])).toEqual(['aucun', 'un', '1000000']);
  });

  it('is spoken by English where it has no words yet', async () => {
    const words = createWords();
    await speak(words, 'zh');
    words.global.setLocaleMessage('zh' as 'en', {} as typeof en);
    expect(words.global.t('tables.total', { n: '1' }, 1)).toBe('1 row');
  });
});
