import bwip from 'bwip-js/generic';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import { gs1Fault, isGs1Identifier } from '#rendering/barcodes/gs1/gs1-elements.ts';
import { propertyRuns } from '#support/property-runs.ts';

/**
 * The verdict of the encoder library, which has its own GS1 dictionary, except for associations and rules that are not implemented here.
 */
function libraryAccepts(id: string, value: string): boolean {
  try {
    bwip.raw('gs1datamatrix', `(${id})${value}`, {});
    return true;
  } catch (error) {
    return error instanceof Error && /GS1(?:missingAIs|mutuallyExclusiveAIs|requiredAIs|repeat)/iu.test(error.message);
  }
}

describe('gs1Fault', () => {
  it.each([
    ['00', '106141412345678908'],
    ['01', '04006381333931'],
    ['02', '04006381333931'],
    ['10', 'LOT/7-A'],
    ['11', '261121'],
    ['17', '260200'],
    ['21', '000042'],
    ['3103', '001250'],
    ['8008', '2611211230'],
  ])('accepts (%s) %s', (id, value) => {
    expect(gs1Fault({ id, value })).toBeUndefined();
  });

  it.each([
    ['00', '106141412345678909', 'has the wrong check digit in 106141412345678909 (at character 18)'],
    ['01', '4006381333931', 'must have exactly 14 digits, not 13 (at character 14)'],
    ['01', 'x4006381333931', 'must have digits only (at character 1)'],
    ['10', 'A'.repeat(21), 'must have 1 to 20 characters, not 21 (at character 21)'],
    ['10', 'Größe', 'must have the characters that GS1 allows only (at character 3)'],
    ['11', '261301', 'has the invalid month 13 in the date 261301 (at character 3)'],
    ['15', '260230', 'has the invalid day 30 in the date 260230 (at character 5)'],
    ['7006', '260200', 'has the invalid day 00 in the date 260200 (at character 5)'],
    ['7003', '2611212460', 'has 24 where at most 23 is possible (at character 7)'],
    ['4321', '2', 'must be 0 or 1 (at character 1)'],
  ])('refuses (%s) %s', (id, value, fault) => {
    expect(gs1Fault({ id, value })).toBe(`The value "${value}" of (${id}) ${fault}`);
  });

  it('knows the same identifiers as the encoder library', () => {
    const ids = [2, 3, 4].flatMap((digits) => Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, '0')));
    const probes = ['1', '1'.repeat(13), '1'.repeat(50)];
    const unknown = (id: string): boolean => probes.every((value) => libraryFault(id, value).includes('GS1unknownAI'));
    const sample = ids.filter((id, index) => isGs1Identifier(id) || index % 37 === 0);
    expect(sample.filter((id) => unknown(id) === isGs1Identifier(id))).toEqual([]);
  });

  it('accepts no value of a common identifier that the encoder library refuses', () => {
    const ids = fc.constantFrom(
      '00',
      '01',
      '02',
      '10',
      '11',
      '17',
      '20',
      '21',
      '30',
      '37',
      '3103',
      '3922',
      '400',
      '410',
      '8005',
      '8200',
      '99',
    );
    const character = fc.constantFrom(...'0123456789AZaz-/%#^ '.split(''));
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 1, maxLength: 20 });
    const values = fc.oneof(
      digits,
      digits.map((text) => text + checkDigit(text)),
      fc.string({ unit: character, maxLength: 40 }),
    );
    fc.assert(
      fc.property(ids, values, (id, value) => {
        if (value !== '' && gs1Fault({ id, value }) === undefined) expect(libraryAccepts(id, value)).toBe(true);
      }),
      { numRuns: propertyRuns(600) },
    );
  });
});

describe('checkDigit', () => {
  it.each([
    ['400638133393', '1'],
    ['0400638133393', '1'],
    ['10614141234567890', '8'],
    ['000000000000', '0'],
  ])('of %s is %s', (digits, digit) => {
    expect(checkDigit(digits)).toBe(digit);
  });
});

function libraryFault(id: string, value: string): string {
  try {
    bwip.raw('gs1datamatrix', `(${id})${value}`, {});
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
