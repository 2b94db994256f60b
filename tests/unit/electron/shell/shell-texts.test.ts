import { describe, expect, it } from 'vitest';
import { shellTexts } from '#shell/shell-texts.ts';

const TAGS = ['de', 'fr', 'es', 'zh', 'ar'];
const flat = (texts: object): string[] =>
  Object.values(texts).flatMap((text: unknown) => (typeof text === 'object' && text ? flat(text) : [String(text)]));

describe('the texts of menu, tray and message boxes', () => {
  it.each([
    [['de-AT', 'en'], 'Strobe öffnen'],
    [['nl', 'fr-CA'], 'Ouvrir Strobe'],
    [['zh-Hans-CN'], '打开 Strobe'],
    [['nl'], 'Open Strobe'],
    [[], 'Open Strobe'],
    [['__proto__', 'toString'], 'Open Strobe'],
  ])('are those of the first known language of %j', (languages, open) => {
    expect(shellTexts(languages).open).toBe(open);
  });

  it.each(TAGS)('are all translated in %s', (tag) => {
    const english = flat(shellTexts(['en']));
    const same = flat(shellTexts([tag])).filter((text, index) => text === english[index] || text === '');
    // Words that are the same in both languages.
    expect(same.filter((text) => text !== 'Station')).toEqual([]);
  });

  it('have no-break spaces before French punctuation', () => {
    expect(flat(shellTexts(['fr'])).filter((text) => /[^\u00A0\u202F][:;?!]/.test(text))).toEqual([]);
  });
});
