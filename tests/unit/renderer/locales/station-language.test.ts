import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Texts } from '#renderer/locales/texts.ts';
import { countMissing, fetchStationLanguage, usableTexts } from '#renderer/locales/station-language.ts';
import { namedTexts, pageTexts } from '#support/page-texts.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the usable texts of a language file', () => {
  const english = { greeting: 'Hello {name}', group: { total: '1 row | {n} rows', plain: 'Plain' } };

  it('are those that English has', () => {
    expect(usableTexts(english, { greeting: 'Ciao {name}', other: 'x', group: { total: '1 riga | {n} righe', more: 'y' } })).toEqual({
      greeting: 'Ciao {name}',
      group: { total: '1 riga | {n} righe' },
    });
  });

  it.each([
    ['it is empty', ' '],
    ['a value is missing', 'Ciao'],
    ['a value has another name', 'Ciao {nome}'],
    ['a brace has no partner', 'Ciao {name} {'],
    ['it links to another text', 'Ciao {name} @:group.plain'],
    ['it holds markup', 'Ciao <b>{name}</b>'],
  ])('are without one that would show something wrong: %s', (_, greeting) => {
    expect(usableTexts(english, { greeting })).toEqual({});
  });

  it('are without a text in the place of a group, and a group in the place of a text', () => {
    expect(usableTexts(english, { greeting: { a: 'b' }, group: 'Ciao' })).toEqual({});
  });

  it('take nothing from names that every object has', () => {
    const texts = JSON.parse('{"__proto__": {"greeting": "Ciao {name}"}}') as Texts;
    expect(usableTexts({ ...english, constructor: 'x', toString: 'y' }, texts)).toEqual({});
  });
});

describe('a language of the station', () => {
  it('says how many texts it lacks', async () => {
    const { alarms, ...others } = pageTexts('de');
    vi.stubGlobal('fetch', async () => Response.json({ $name: 'Deutsch', $direction: 'ltr', ...others }));
    const language = await fetchStationLanguage('de-CH');
    expect([language.name, language.direction, await countMissing(language)]).toEqual(['Deutsch', 'ltr', namedTexts(alarms).size]);
  });

  it('lacks none when it has them all', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ $name: 'English', $direction: 'ltr', ...pageTexts('en') }));
    await expect(fetchStationLanguage('en-GB').then(countMissing)).resolves.toBe(0);
  });
});
