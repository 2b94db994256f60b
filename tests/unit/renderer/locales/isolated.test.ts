import { describe, expect, it } from 'vitest';
import { createWords } from '#renderer/locales/i18n.ts';
import { isolated } from '#renderer/locales/isolated.ts';

describe('a text of somebody else in a sentence', () => {
  it.each([
    ['a right-to-left override', 'Milk\u202eklim'],
    ['Arabic', 'حليب'],
    ['Hebrew', 'חלב'],
    ['Adlam, beyond the first plane', '\u{1e900}'],
    ['the end of an isolate', 'Milk\u2069'],
  ])('is kept apart when it holds %s', (_, text) => {
    expect(isolated(text)).toBe(`\u2068${text}\u2069`);
  });

  it.each(['Milk 3.5 %', 'Käse', '牛奶', '🥛 milk'])('stays as it is when it turns nothing around: %s', (text) => {
    expect(isolated(text)).toBe(text);
  });

  it('is kept apart wherever words are filled with it, and counts stay numbers', () => {
    const { t } = createWords().global;
    expect(t('tables.removed', { name: '\u202eevil' })).toBe('Table "\u2068\u202eevil\u2069" is deleted.');
    expect(t('tables.total', { n: '2' }, 2)).toBe('2 rows');
  });
});
