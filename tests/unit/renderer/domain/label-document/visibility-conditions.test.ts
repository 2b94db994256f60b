import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinConditions, withCondition } from '#renderer/domain/label-document/visibility-conditions.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { isShown } from '#rendering/document/locate-objects.ts';
import { VALUES } from '../../../electron/rendering/drawing-support.ts';

const values = {
  ...VALUES,
  variables: new Map(Object.entries({ Yes: '1', No: '0', False: 'FALSE', Zeros: '00', Empty: '' })),
  counters: new Map([['Serial', { value: 2, width: 1, padding: '0' }]]),
};

function doesShow(condition: string): boolean {
  return isShown(resolveText(parseDynamicText(condition), values));
}

const literals = fc.constantFrom('', '0', 'false', 'FaLsE', '00', '1', 'yes; no', 'a\\', '\\{b\\}', '\\;', '\\\\', 'c\\d');
const variables = fc.constantFrom('Yes', 'No', 'False', 'Zeros', 'Empty').map((name) => `{VARIABLE;${name}}`);
const sides = fc.oneof(variables, fc.constantFrom('0', '1', '{COUNTER;Serial;FORMAT={a;b}}x', '\\;'));
/** As a parameter of a code. */
const ends = literals.map((text) => text.replaceAll(/\\[{};\\]|[;\\]/gu, (token) => (token.length === 2 ? token : `\\${token}`)));
const { answer } = fc.letrec<{ answer: string; end: string }>((tie) => ({
  answer: fc
    .tuple(sides, fc.constantFrom('=', '<>', '<', '>='), sides, tie('end'), tie('end'))
    .map(([left, operator, right, then, otherwise]) => `{IF;${[left, operator, right, then, otherwise].join(';')}}`),
  end: fc.oneof({ depthSize: 'small', withCrossShrink: true }, ends, tie('answer')),
}));
const others = fc.oneof(
  variables,
  literals,
  answer,
  fc.tuple(literals, variables).map(([text, code]) => (text.endsWith('\\') ? code : text + code)),
);

describe('joined conditions', () => {
  it('hold when both hold, for all values of their codes', () => {
    fc.assert(
      fc.property(fc.oneof(literals, answer), others, fc.boolean(), (one, other, isFirst) => {
        const both = isFirst ? joinConditions(one, other) : joinConditions(other, one);
        expect(both).toBeDefined();
        expect(doesShow(both!)).toBe(doesShow(one) && doesShow(other));
      }),
    );
  });

  it.each([
    ['{VARIABLE;A}', '{VARIABLE;B}'],
    ['{VARIABLE;A}', '{IF;1;=;1;{VARIABLE;B};0}'],
    ['{IF;1;=;1;1;0}0', '{VARIABLE;B}'],
    ['1', '{VARIABLE'],
    ['{IF;1;=;1;1}', '1'],
    ['{IF;1;=;1;1;0}', `{VARIABLE;A}${'x'.repeat(19_980)}`],
  ])('are undefined if dynamic text cannot express them: %#', (one, other) => {
    expect([joinConditions(one, other), joinConditions(other, one)]).toEqual([undefined, undefined]);
  });
});

describe('an object that leaves a group', () => {
  it('is unchanged without a condition, and takes over one if it has none', () => {
    const object = { type: 'Rect', visible: '1' };
    expect(withCondition(object, undefined)).toBe(object);
    expect(withCondition({ type: 'Rect' }, 5)).toEqual({ type: 'Rect', visible: 5 });
  });

  it.each([
    [5, '1'],
    ['1', null],
  ])('cannot leave it if one of the two conditions is not a text: %j, %j', (visible, own) => {
    expect(withCondition({ type: 'Rect', visible: own }, visible)).toBeUndefined();
  });
});
