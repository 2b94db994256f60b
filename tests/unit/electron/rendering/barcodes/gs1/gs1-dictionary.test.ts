import bwip from 'bwip-js/generic';
import { describe, expect, it } from 'vitest';
import { hasGs1Dictionary, matchesPattern, readGs1Dictionary, type DictionaryEntry, type DictionaryPart } from '#support/gs1-dictionary.ts';
import { checkDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import { gs1CheckCharacters } from '#rendering/barcodes/gs1/check-character-pair.ts';
import { gs1Fault, isGs1Identifier } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { gs1AssociationFault } from '#rendering/barcodes/gs1/associations.ts';

const DICTIONARY = readGs1Dictionary();
const IDS = DICTIONARY.map(({ id }) => id);

/** For each linter a valid text, and invalid ones with valid length and characters. */
const LINTED: Readonly<Record<string, { right: string; wrong: string[] }>> = {
  yymmd0: { right: '261100', wrong: ['261301', '260230', '260001'] },
  yymmdd: { right: '240229', wrong: ['261301', '230229', '260200'] },
  yyyymmdd: { right: '20000229', wrong: ['19000229', '20001301', '20000100'] },
  hhmi: { right: '2359', wrong: ['2400', '0060'] },
  hh: { right: '23', wrong: ['24'] },
  mi: { right: '59', wrong: ['60'] },
  ss: { right: '59', wrong: ['60'] },
  iso3166: { right: '276', wrong: ['000', '999', '277'] },
  iso3166999: { right: '999', wrong: ['000', '998'] },
  iso3166alpha2: { right: 'DE', wrong: ['ZZ', 'de'] },
  iso4217: { right: '978', wrong: ['000', '280'] },
  iso5218: { right: '9', wrong: ['3'] },
  latitude: { right: '1800000000', wrong: ['1800000001'] },
  longitude: { right: '3600000000', wrong: ['3600000001'] },
  yesno: { right: '1', wrong: ['2'] },
  hyphen: { right: '-', wrong: ['+'] },
  winding: { right: '9', wrong: ['2'] },
  zero: { right: '0', wrong: ['1'] },
  mediatype: { right: '80', wrong: ['00', '11', '79'] },
  importeridx: { right: '_', wrong: ['%'] },
  packagetype: { right: '6P', wrong: ['ZX1', '0'] },
  posinseqslash: { right: '1/2', wrong: ['2/1', '0/1', '1-2'] },
  pieceoftotal: { right: '0102', wrong: ['0002', '0201'] },
  iban: { right: 'DE89370400440532013000', wrong: ['DE88370400440532013000', 'ZZ89370400440532013000', 'de89370400440532013000'] },
  pcenc: { right: 'A%20B', wrong: ['A%2', 'A%zz'] },
  nozeroprefix: { right: '10', wrong: ['01'] },
  couponcode: {
    right: '0123456' + '000031' + '211' + '10' + '1' + '123' + '3261231' + '4260101' + '50123456',
    wrong: ['7123456000031211101123', '0123456000031211', '01234560000312111011233260101' + '4261201', '01234560000312111011237'],
  },
  couponposoffer: {
    right: '0' + '0123456' + '000031' + '0123456',
    wrong: ['2' + '0123456' + '000031' + '0123456', '0012345600003', '001234560000310123456' + '7'],
  },
};

const FILL: Readonly<Record<string, string>> = { N: '1', X: 'A', Y: 'A', Z: 'A' };

/** A valid text of a component according to its linters. */
function rightText({ characters, shortest, longest, linters }: DictionaryPart): string {
  const own = linters.find((linter) => LINTED[linter]);
  if (own) return LINTED[own]?.right ?? '';
  if (linters.includes('csum')) return '1'.repeat(longest - 1) + checkDigit('1'.repeat(longest - 1));
  if (linters.includes('csumalpha')) return `1987654Ad4X${gs1CheckCharacters('1987654Ad4X')}`;
  if (linters.some((linter) => linter.startsWith('gcppos'))) return '1234567';
  return (FILL[characters] ?? '').repeat(shortest);
}

function rightValue({ parts }: DictionaryEntry): string {
  return parts.map(rightText).join('');
}

/** Values with one component that its linters reject and all others valid. */
function wrongValues({ parts }: DictionaryEntry): string[] {
  const texts = parts.map(rightText);
  return parts.flatMap((part, index) => wrongTexts(part).map((wrong) => texts.with(index, wrong).join('')));
}

function wrongTexts(part: DictionaryPart): string[] {
  const right = rightText(part);
  const another = (text: string): string => (text === '1' ? '2' : '1');
  const wrong = part.linters.flatMap((linter) => LINTED[linter]?.wrong ?? []);
  if (part.linters.includes('csum')) wrong.push(right.slice(0, -1) + another(right.slice(-1)));
  if (part.linters.includes('csumalpha')) wrong.push(right.slice(0, -1) + (right.endsWith('2') ? '3' : '2'));
  if (part.linters.includes('nonzero')) wrong.push('0'.repeat(part.longest));
  if (part.linters.includes('hasnondigit')) wrong.push(`198765412${gs1CheckCharacters('198765412')}`.replace(/\D/gu, '1'));
  if (part.linters.some((linter) => linter.startsWith('gcppos')) && part.characters !== 'N') wrong.push('1A2345');
  return wrong;
}

/** The fault that the encoder library finds in a value, except for its rules of associations. */
function libraryFault(id: string, value: string): string {
  try {
    bwip.raw('gs1datamatrix', `(${id})${value.replaceAll('(', '^040')}`, { parse: true });
    return '';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return /missingAIs|exclusiveAIs/u.test(message) ? '' : message;
  }
}

describe.skipIf(!hasGs1Dictionary)('the identifiers of the GS1 syntax dictionary', () => {
  it('are complete', () => {
    const all = [2, 3, 4].flatMap((digits) => Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, '0')));
    expect(all.filter(isGs1Identifier).sort()).toEqual([...IDS].sort());
  });

  it.each(DICTIONARY.map((entry) => [entry.id, entry] as const))('(%s) accepts valid values and refuses invalid ones', (id, entry) => {
    const right = rightValue(entry);
    const longest = entry.parts.reduce((sum, part) => sum + part.longest, 0);
    const tooLong = right.padEnd(longest + 1, '1');
    const foreign = 'é'.padStart(right.length, right);
    const judged = [right, '', tooLong, foreign, ...wrongValues(entry)].map((value) => [value, gs1Fault({ id, value }) === undefined]);
    expect(judged).toEqual(judged.map(([value], index) => [value, index === 0]));
  });

  it('are validated like in the encoder library', () => {
    const differing = DICTIONARY.flatMap((entry) => {
      const values = [rightValue(entry), ...wrongValues(entry)];
      return values
        .filter((value) => (libraryFault(entry.id, value) === '') !== (gs1Fault({ id: entry.id, value }) === undefined))
        .map((value) => `(${entry.id})${value}: ${libraryFault(entry.id, value)}`);
    });
    expect(differing).toEqual([]);
  });
});

const nothing = new Set<string>();

describe.skipIf(!hasGs1Dictionary)('pairs of identifiers of the GS1 syntax dictionary', () => {
  it('that exclude each other are refused', () => {
    const wrong = DICTIONARY.flatMap(({ id, excluded }) =>
      IDS.filter(
        (other) =>
          (gs1AssociationFault(id, [id, other], undefined) !== undefined) !==
          (other !== id && excluded.some((pattern) => matchesPattern(pattern, other))),
      ).map((other) => [id, other]),
    );
    expect(wrong).toEqual([]);
  });

  it('that require each other are checked, in the code or elsewhere on the label', () => {
    const wrong = DICTIONARY.flatMap(({ id, required }) => {
      const groups = required.flat().map((group) => group.map((pattern) => IDS.find((other) => matchesPattern(pattern, other)) ?? ''));
      const alone = gs1AssociationFault(id, [id], nothing) !== undefined;
      const helped = groups.map((group) => gs1AssociationFault(id, [id], new Set(group)));
      const halved = groups.filter((group) => group.length > 1).map((group) => gs1AssociationFault(id, [id], new Set(group.slice(1))));
      const isRight = alone === required.length > 0 && helped.every((fault) => fault === undefined);
      return isRight && !halved.includes(undefined) ? [] : [id];
    });
    expect(wrong).toEqual([]);
  });
});

describe('a pair of identifiers', () => {
  it('is named in the fault', () => {
    expect([
      gs1AssociationFault('21', ['21', '235', '01'], nothing),
      gs1AssociationFault('7022', ['7022'], nothing),
      gs1AssociationFault('22', ['22'], nothing),
    ]).toEqual([
      'The application identifier (21) must not be combined with (235)',
      'The application identifier (7022) needs (01) with (7021), (03) with (7021) or (8006) with (7021) on the same label',
      'The application identifier (22) needs (01) on the same label',
    ]);
  });
});
