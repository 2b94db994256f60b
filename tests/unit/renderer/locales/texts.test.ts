import { describe, expect, it } from 'vitest';
import { ALARM_PRIORITIES } from '#contract/station/alarm-priorities.ts';
import { ALARM_KINDS, type AlarmKind } from '#contract/station/alarms.ts';
import { LANGUAGES } from '#renderer/locales/languages.ts';
import { pluralForms } from '#renderer/locales/plurals.ts';
import { ALL_TEXT_FILES, namedTexts, pageTexts, textFile } from '#support/page-texts.ts';

const TAGS = Object.keys(LANGUAGES).filter((tag) => !LANGUAGES[tag]?.isTrial);
const english = namedTexts(pageTexts('en'));
const ofLanguage = new Map(TAGS.map((tag) => [tag, namedTexts(pageTexts(tag))]));
const translated = [...ofLanguage].filter(([tag]) => tag !== 'en');

function placeholders(text: string): string {
  return [...new Set(text.match(/\{[^}]*\}/g))].sort().join();
}

function forms(text: string): number {
  return text.split(' | ').length;
}

/** How many forms a translation may have. English says some counts in one form, and what a grammar has for zero says that there is none. */
function numbersOfForms(original: string, tag: string): number[] {
  const all = pluralForms(tag);
  if (forms(original) === 1) return original.includes('{n}') ? [1, all.length] : [1];
  const saysNone = forms(original) > pluralForms('en').length && !all.includes('zero');
  return [all.length + (saysNone ? 1 : 0)];
}

/** The texts of a language in which this is found. */
function textsWith(tag: string, fault: RegExp): string[] {
  return [...(ofLanguage.get(tag) ?? [])].filter(([, text]) => fault.test(text)).map(([name, text]) => `${name}: ${text}`);
}

describe.each(translated)('H28 the texts in %s', (tag, texts) => {
  const both = [...texts].filter(([name]) => english.has(name)).map(([name, text]) => ({ name, text, original: english.get(name) ?? '' }));
  const listed = (found: typeof both) => found.map(({ name, text }) => `${name}: ${text}`);

  it('are all there', () => {
    expect([...english].filter(([name, text]) => text !== '' && !texts.get(name)?.trim()).map(([name]) => name)).toEqual([]);
  });

  it('have no name that English has not', () => {
    expect([...texts.keys()].filter((name) => !english.has(name))).toEqual([]);
  });

  it.each(ALL_TEXT_FILES)('are in the same file as in English: %s', (file) => {
    expect(Object.keys(textFile(tag, file))).toEqual(Object.keys(textFile('en', file)));
  });

  it('have the placeholders of the English ones', () => {
    expect(listed(both.filter(({ text, original }) => placeholders(text) !== placeholders(original)))).toEqual([]);
  });

  it('have a form for every count that their grammar tells apart', () => {
    expect(listed(both.filter(({ text, original }) => !numbersOfForms(original, tag).includes(forms(text))))).toEqual([]);
  });
});

describe.each([...ofLanguage.keys()])('H28 the texts in %s', (tag) => {
  it('link to no other texts and hold no markup', () => {
    expect(textsWith(tag, /[@<]/)).toEqual([]);
  });

  it('keep a number together, which Arabic would turn round', () => {
    expect(textsWith(tag, /\d \d{3}\b/)).toEqual([]);
  });

  it('say the same of a selection, however many printers it was for: each has an entry of its own', () => {
    const { commands } = pageTexts(tag).eventLog;
    expect(commands.plans.apply).toBe(commands.printing.select);
  });

  it('H4 have cause, consequence and action of every alarm', () => {
    const { alarms, alarmDetails } = pageTexts(tag);
    const textsOf = (kind: AlarmKind): string[] => Object.values({ ...alarms.kinds[kind], ...alarmDetails[kind] });
    const empty = ALARM_KINDS.filter((kind) => textsOf(kind).some((text) => text.trim() === ''));
    expect([empty, ALARM_KINDS.map((kind) => textsOf(kind).length)]).toEqual([[], ALARM_KINDS.map(() => 4)]);
  });

  it('H3 have a word for every one of the four priorities', () => {
    const { priorities } = pageTexts(tag).alarms;
    expect([ALARM_PRIORITIES.length, new Set(ALARM_PRIORITIES.map((priority) => priorities[priority])).size]).toEqual([4, 4]);
  });
});

describe('H28 the marks of a text', () => {
  it('are as wide in Chinese as its letters', () => {
    expect(textsWith('zh', /[\u4e00-\u9fff}”][,:;?]/)).toEqual([]);
  });

  it('stay with their words in French', () => {
    expect(textsWith('fr', /\S [:;?!»]|« /)).toEqual([]);
  });
});

describe('the files of the texts', () => {
  it('hold each group of texts once: what is loaded later takes the place of nothing', () => {
    const groups = ALL_TEXT_FILES.flatMap((file) => Object.keys(textFile('en', file)));
    expect(groups.filter((group, index) => groups.indexOf(group) !== index)).toEqual([]);
  });
});
