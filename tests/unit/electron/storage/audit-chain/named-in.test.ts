import { expect, it } from 'vitest';
import { isNamedIn, requiredTexts } from '#storage/audit-chain/named-in.ts';

it.each([
  [{ labelName: 'Case' }, true],
  [{ jobs: [{ label: 'Case' }] }, true],
  [{ labels: ['Other', 'Case'] }, true],
  [{ name: 'Case' }, false],
  [{ labelName: 'Case code' }, false],
  ['Case', false],
  [null, false],
])('finds a label in the fields for labels: %j', (value, isNamed) => {
  expect(isNamedIn(value, { noun: 'label', name: 'Case' })).toBe(isNamed);
});

it('finds a printer in the fields for printers', () => {
  expect([
    isNamedIn({ printers: ['Line 1'] }, { noun: 'printer', name: 'Line 1' }),
    isNamedIn({ label: 'Line 1' }, { noun: 'printer', name: 'Line 1' }),
  ]).toEqual([true, false]);
});

it('names the part of a text that every encoding leaves as it is', () => {
  expect(requiredTexts({ label: 'Línea "Norte" 7', printer: '产线', text: 'A/1' })).toEqual(['a/1', 'norte']);
});
