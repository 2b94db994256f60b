import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { CompiledLabel } from '#rendering/label/compile-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { checkPrints, printLabel } from '#rendering/label/print-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { fonts, labelOf, TEN_PER_MM } from '../drawing-support.ts';

const font = { family: 'Arial', style: '', height: 2 };
const placed = {
  visible: fc.constantFrom('true', 'true', '{IF;{VARIABLE;Lot};=;A;true;false}'),
  rotation: fc.constantFrom(0, 90, 180, 270),
  x: fc.integer({ min: 0, max: 16 }),
  y: fc.integer({ min: 0, max: 8 }),
};
/** Colours that print, erase and are transparent, one that changes, and one that is invalid for some values. */
const color = fc.constantFrom('black', 'black', 'white', 'transparent', '{VARIABLE;Color}');

const anObject = fc.oneof(
  fc.record({
    ...placed,
    type: fc.constant('Text'),
    text: fc.constantFrom('{COUNTER;Serial}', '{VARIABLE;Lot}', '{TABLE;Name}', '{HOUR}:{MINUTE}', 'Lot', '{VARIABLE;Lot}{TABLE;Name}'),
    font: fc.constant(font),
    color,
  }),
  fc.record({
    ...placed,
    type: fc.constant('Rect'),
    width: fc.integer({ min: 1, max: 12 }),
    height: fc.integer({ min: 1, max: 6 }),
    fillColor: color,
  }),
  fc.record({ ...placed, type: fc.constant('EAN-8'), text: fc.constantFrom('{TABLE;GTIN}', '9638507'), barHeight: fc.constant(4), color }),
  fc.record({ ...placed, type: fc.constant('QRCode'), text: fc.constantFrom('{VARIABLE;Lot}'), moduleSize: fc.constant(0.2), color }),
);

const aLabel = fc.record({
  objs: fc.array(anObject, { minLength: 1, maxLength: 6 }),
  rotation: fc.constantFrom('NONE', 'CW90', 'CW180', 'CCW90'),
  width: fc.constantFrom(20, 20, 20, 0),
  bgColor: fc.constantFrom('white', 'black', '{VARIABLE;Color}'),
});

/**
 * Few values of each kind, so that most fields stay the same; includes an empty text, no row, a wrong check digit and an invalid colour.
 */
const aPrint = fc.record({
  serial: fc.integer({ min: 1, max: 3 }),
  minute: fc.constantFrom(0, 0, 0, 1),
  lot: fc.constantFrom('A', 'A', 'B'),
  name: fc.constantFrom('Salt', 'Salt', ''),
  gtin: fc.constantFrom('9638507', '9638507', '1234567', '96385070'),
  hasRow: fc.constantFrom(true, true, true, true, false),
  color: fc.constantFrom('black', 'black', 'white', 'transparent', 'blackish'),
});

function valuesOf(print: typeof aPrint extends fc.Arbitrary<infer Print> ? Print : never): PrintValues {
  return {
    moment: { epochMs: Date.UTC(2026, 10, 21, 11, print.minute), timeZone: 'Europe/Berlin' },
    variables: new Map([
      ['Lot', print.lot],
      ['Color', print.color],
    ]),
    counters: new Map([['Serial', { value: print.serial, width: 3, padding: '0' }]]),
    row: print.hasRow
      ? new Map([
          ['Name', print.name],
          ['GTIN', print.gtin],
        ])
      : undefined,
  };
}

/** The dots of a print, or its problem. */
function outcome(compiled: CompiledLabel, values: PrintValues): unknown {
  return outcomeOf(() => {
    const { width, height, words } = printLabel(compiled, values);
    return { width, height, words: Buffer.from(words.buffer).toString('base64') };
  });
}

function sizeOf({ width, height }: { width: number; height: number }) {
  return { width, height };
}

function outcomeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProblemError) return error.context;
    throw error;
  }
}

describe('a label that is printed again and again', () => {
  it('gives the dots and problems of a first print, regardless of earlier prints', () => {
    fc.assert(
      fc.property(aLabel, fc.array(aPrint, { minLength: 2, maxLength: 8 }), ({ objs, ...rest }, prints) => {
        const label = labelOf(objs, rest);
        const compiled = compileLabel(label, TEN_PER_MM, fonts);
        for (const values of prints.map(valuesOf)) {
          expect(outcome(compiled, values)).toEqual(outcome(compileLabel(label, TEN_PER_MM, fonts), values));
        }
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('is checked without being drawn: the same size, or the same problem', () => {
    fc.assert(
      fc.property(aLabel, fc.array(aPrint, { minLength: 1, maxLength: 4 }), ({ objs, ...rest }, prints) => {
        const compiled = compileLabel(labelOf(objs, rest), TEN_PER_MM, fonts);
        for (const values of prints.map(valuesOf)) {
          expect(outcomeOf(() => checkPrints(compiled, values)(values.row))).toEqual(outcomeOf(() => sizeOf(printLabel(compiled, values))));
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('is checked with many rows like with each of them alone', () => {
    fc.assert(
      fc.property(aLabel, fc.array(aPrint, { minLength: 2, maxLength: 6 }), ({ objs, ...rest }, prints) => {
        const label = labelOf(objs, rest);
        const [first, ...others] = prints.map(valuesOf);
        if (!first) return;
        const check = checkPrints(compileLabel(label, TEN_PER_MM, fonts), first);
        for (const { row } of [first, ...others, first]) {
          const alone = checkPrints(compileLabel(label, TEN_PER_MM, fonts), { ...first, row });
          expect(outcomeOf(() => check(row))).toEqual(outcomeOf(() => alone(row)));
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('returns a new bitmap for every print', () => {
    const compiled = compileLabel(labelOf([{ type: 'Text', x: 0, y: 0, text: '{VARIABLE;Lot}', font }]), TEN_PER_MM, fonts);
    const values = valuesOf({ serial: 1, minute: 0, lot: 'A', name: '', gtin: '9638507', hasRow: false, color: 'black' });
    const first = printLabel(compiled, values);
    const untouched = first.words.slice();
    first.words.fill(0xffffffff);
    const second = printLabel(compiled, values);
    second.words.fill(0xffffffff);
    expect(printLabel(compiled, values).words).toEqual(untouched);
  });
});
