import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateIf } from '#rendering/dynamic-text/if-operator.ts';
import type { IfOperator } from '#rendering/dynamic-text/if-operator.ts';
import { visitCodes } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';

const OPERATORS: readonly IfOperator[] = ['=', '<>', '<', '<=', '>', '>='];

/** The operators that are true for two texts. */
function holding(left: string, right: string): IfOperator[] {
  return OPERATORS.filter((operator) => evaluateIf(left, operator, right));
}

const LESS = ['<>', '<', '<='];
const EQUAL = ['=', '<=', '>='];
const GREATER = ['<>', '>', '>='];

describe('holds', () => {
  it.each([
    ['9', '10', LESS],
    ['007', '7', EQUAL],
    ['1.50', '1.5', EQUAL],
    ['1.05', '1.5', LESS],
    ['+3', '3.0', EQUAL],
    ['-0', '0', EQUAL],
    ['-2', '-10', GREATER],
    ['-1', '0.5', LESS],
    ['340123450000000011', '340123450000000012', LESS],
  ])('compares %s and %s as numbers', (left, right, operators) => {
    expect(holding(left, right)).toEqual(operators);
  });

  it.each([
    ['9', '10a', GREATER],
    ['1,5', '1.5', LESS],
    [' 1', '1', LESS],
    ['', '0', LESS],
    ['a', 'B', GREATER],
    ['Lot', 'Lot', EQUAL],
    ['Lot', 'Lots', LESS],
    ['\u{1f600}', '\uff21', GREATER],
    ['\u{1f600}', '\u{1f601}', LESS],
  ])('compares "%s" and "%s" as text by code point', (left, right, operators) => {
    expect(holding(left, right)).toEqual(operators);
  });

  it('orders whole numbers as BigInt does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (left, right) => {
        expect(evaluateIf(String(left), '<', String(right))).toBe(left < right);
      }),
    );
  });
});

describe('visitCodes', () => {
  it('applies to both sides and both branches of an IF', () => {
    const names: string[] = [];
    visitCodes(parseDynamicText('{IF;{VARIABLE;a};=;{VARIABLE;b};{TIME;{VARIABLE;c}};{VARIABLE;d}}'), (part) => {
      if (part.kind === 'variable') names.push(part.name);
    });
    expect(names).toEqual(['a', 'b', 'c', 'd']);
  });
});
