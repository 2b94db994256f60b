import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import { completeUpcE } from '#rendering/barcodes/upc-e.ts';

/** Short and long forms of the same number from the tables of zero suppression. */
const PAIRS = [
  ['0123450', '01200000345'],
  ['0123451', '01210000345'],
  ['0123452', '01220000345'],
  ['0123453', '01230000045'],
  ['0123464', '01234000006'],
  ['0123455', '01234500005'],
  ['1123459', '11234500009'],
] as const;

describe('completeUpcE', () => {
  it.each(PAIRS)('takes %s for %s, with and without its check digit', (short, long) => {
    const digit = checkDigit(long);
    expect([short, short + digit, long, long + digit].map(completeUpcE)).toEqual(Array.from({ length: 4 }, () => short + digit));
  });

  it.each(['2123456', '012345', '0123456789', '01234567890', '012345x', ''])('refuses %j', (text) => {
    expect(() => completeUpcE(text)).toThrow(/UPC-E needs 7 or 8 digits that begin with 0 or 1/);
  });

  it('refuses every wrong check digit', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), (body, distance) => {
        const complete = completeUpcE(`0${body}`);
        const wrong = (Number(complete[7]) + distance) % 10;
        expect(() => completeUpcE(`0${body}${wrong}`)).toThrow(`is ${wrong} but must be ${complete[7]}`);
      }),
    );
  });
});
