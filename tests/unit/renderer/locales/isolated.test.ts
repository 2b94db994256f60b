import { describe, expect, it } from 'vitest';
import { isolated } from '#renderer/locales/isolated.ts';
import { openPageI18n } from '#support/open-page-i18n.ts';

describe('a name from outside in a sentence', () => {
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

  it.each(['(01)09521234510000(10)L2611A', 'Milk 3.5 %', 'حليب'])('is kept apart in a sentence from right to left: %s', (text) => {
    expect(isolated(text, 'rtl')).toBe(`\u2068${text}\u2069`);
  });

  it('stays as it is when it is a count', () => {
    expect(isolated('412', 'rtl')).toBe('412');
  });

  it('is kept apart wherever words are filled with it, and counts stay numbers', async () => {
    const { t, showLanguage } = await openPageI18n();
    expect(t('tables.removed', { name: '\u202eevil' })).toBe('Table "\u2068\u202eevil\u2069" deleted.');
    expect(t('tables.total', { n: '2' }, 2)).toBe('2 rows');
    await showLanguage('ar');
    expect(t('tables.removed', { name: 'A (1)' })).toContain('\u2068A (1)\u2069');
  });
});
