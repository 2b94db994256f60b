import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { readZpl } from '#renderer/domain/zpl/read-zpl.ts';
import { DENSITIES } from '#renderer/domain/zpl/objects/zpl-object.ts';
import { checkLabel } from '#rendering/label/check-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { sample } from './zpl-support.ts';

const density = fc.constantFrom(...DENSITIES);
const NAMES = [
  'shipping',
  'pallet-sscc',
  'part-datamatrix',
  'databar',
  'template',
  'graphics',
  'stored-graphic',
  'baseline',
  'reverse-header',
  'serial-clock',
];
const LETTERS = '^^^~,;0123456789ABCDEFGHIJNORXYZ_:>\\&"%{} \n-.'.split('');
const WORDS =
  '^XA ^XZ ^FS ^FO10,20 ^FT ^A0N,30 ^FD ^BCN ^BXN,4,200 ^BQN ^GB ^GFA,9,9,3, ^FN1 ^DFA ^XFA ^FB99,9 ^FR ^FH ^CC ^CI28 ^BR ^B7 ~DGA,9,3, ^XGA ^MUI ^BY'.split(
    ' ',
  );

/** Labels that can be saved, or a fault. */
function expectAnswer(bytes: Uint8Array, dots: (typeof DENSITIES)[number]): void {
  const { labels, fault } = readZpl(bytes, dots);
  expect(labels.length > 0).toBe(fault === undefined);
  for (const {
    content: { label },
  } of labels) {
    expect(labelSchema.safeParse(label).error).toBeUndefined();
    expect(checkLabel(label)).toEqual([]);
  }
}

describe('any input', () => {
  it('yields labels or a fault', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), density, expectAnswer), { numRuns: propertyRuns(300) });
  });

  it('of commands in any order yields labels or a fault', () => {
    const piece = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 12 }));
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => new TextEncoder().encode(`^XA${pieces.join('')}`));
    fc.assert(fc.property(text, density, expectAnswer), { numRuns: propertyRuns(1_000) });
  });

  it('of damaged samples yields labels or a fault', () => {
    const damage = fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 30 }),
      text: fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 8 }),
    });
    const damaged = fc.tuple(fc.constantFrom(...NAMES), fc.array(damage, { minLength: 1, maxLength: 6 })).map(([name, damages]) => {
      let bytes = Buffer.from(sample(`${name}.zpl`));
      for (const { at, length, text } of damages) {
        const start = at % bytes.length;
        bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(start + length), Buffer.from(' ')]);
      }
      return new Uint8Array(bytes);
    });
    fc.assert(fc.property(damaged, density, expectAnswer), { numRuns: propertyRuns(400) });
  });
});
