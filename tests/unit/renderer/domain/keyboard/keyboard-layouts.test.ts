import { describe, expect, it } from 'vitest';
import { capitalOf, layoutsOf, SYMBOLS } from '#renderer/domain/keyboard/keyboard-layouts.ts';
import { LANGUAGES } from '#renderer/locales/languages.ts';

const charactersOf = (language: string): string[] => layoutsOf(language).flatMap(({ rows }) => rows.flatMap((row) => [...row]));

describe('the keyboard of a language', () => {
  it.each(Object.keys(LANGUAGES))('has every Latin letter and digit, and no character twice: %s', (language) => {
    expect(charactersOf(language)).toEqual(expect.arrayContaining([...'abcdefghijklmnopqrstuvwxyz0123456789.-']));
    for (const { rows } of layoutsOf(language)) expect(rows.join('').length).toBe(new Set(rows.join('')).size);
  });

  it.each([
    ['de', 'äöüß'],
    ['fr', 'éèêàçùœ'],
    ['es', 'ñáéíóú¿'],
    ['ar', 'ابتة'],
  ])('has the letters of its own: %s', (language, letters) => {
    expect(charactersOf(language)).toEqual(expect.arrayContaining([...letters]));
    expect(charactersOf(`${language}-CH`)).toEqual(charactersOf(language));
  });

  it('has a capital for each letter that has one', () => {
    expect([...'aäßé1.ﬁ'].map(capitalOf)).toEqual([...'AÄẞÉ1.ﬁ']);
  });

  it('has all characters of printable ASCII, with the symbols', () => {
    const typed = new Set([' ', ...charactersOf('en'), ...charactersOf('en').map(capitalOf), ...SYMBOLS.rows.join('')]);
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    expect(ascii.filter((character) => !typed.has(character))).toEqual([]);
  });
});
