import { describe, expect, it } from 'vitest';
import { readCode128 } from '#renderer/domain/zpl/barcodes/code128-data.ts';

const PLAIN = { isGs1: false, hasSubsets: false, dropped: [] };

describe('data of a Code 128', () => {
  it.each([
    ['AB12', { ...PLAIN, text: 'AB12' }],
    ['>;123456', { ...PLAIN, text: '123456', hasSubsets: true }],
    ['>:AB>5123456>6x', { ...PLAIN, text: 'AB123456x', hasSubsets: true }],
    ['>93334>6a', { ...PLAIN, text: 'ABa', hasSubsets: true }],
    ['>97369', { ...PLAIN, text: '\t\x05', hasSubsets: true }],
    ['a><b>0c>=d', { ...PLAIN, text: 'a^b>c~d' }],
    ['>;>80112345678901231>810>6A', { text: '0112345678901231\x1d10A', isGs1: true, hasSubsets: true, dropped: [] }],
    ['A>3B', { ...PLAIN, text: 'AB', dropped: ['FNC2'] }],
    ['5 > 4', { ...PLAIN, text: '5 > 4' }],
    ['end>', { ...PLAIN, text: 'end>' }],
  ])('%s yield the text without subset codes', (data, expected) => {
    expect(readCode128(data)).toEqual(expected);
  });
});
