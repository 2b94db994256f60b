import { describe, expect, it } from 'vitest';
import { compareCodes } from '#controller/verification/compare-codes.ts';
import type { BarcodeContent } from '#rendering/label/barcode-contents.ts';

const elements: BarcodeContent = {
  kind: 'elements',
  elements: [
    { id: '01', value: '09506000134352' },
    { id: '10', value: 'L1' },
    { id: '21', value: '42' },
  ],
};

describe('a GS1 code', () => {
  it.each([
    ['as readers transmit it', '010950600013435210L1\u001d2142'],
    ['in another order', '010950600013435221' + '42\u001d10L1'],
    ['with the identifier of a Data Matrix', ']d2010950600013435210L1\u001d2142'],
    ['as a Digital Link', 'https://id.gs1.org/01/09506000134352/10/L1/21/42'],
    [
      'as a Digital Link of another domain with its own attributes',
      ']Q1https://brand.example/p/01/09506000134352/10/L1?21=42&utm_source=x',
    ],
    ['as people read it', '(01)09506000134352(10)L1(21)42'],
  ])('is verified %s', (_, read) => {
    expect(compareCodes(elements, read)).toBe('verified');
  });

  it.each([
    ['another serial', '010950600013435210L1\u001d2143'],
    ['an element less', '010950600013435210L1'],
    ['a Digital Link of another product', 'https://id.gs1.org/01/09506000134369/10/L1/21/42'],
  ])('with %s is a mismatch', (_, read) => {
    expect(compareCodes(elements, read)).toBe('mismatch');
  });

  it.each([
    ['with a wrong check digit', '010950600013435310L1\u001d2142'],
    ['that ends too early', '0109506000'],
    ['that is no GS1 code', 'HELLO'],
    ['that is empty', ']d2'],
  ])('%s is a misread', (_, read) => {
    expect(compareCodes(elements, read)).toBe('misread');
  });
});

describe('a number with a check digit', () => {
  const upc: BarcodeContent = { kind: 'number', text: '012345678905' };
  it.each([
    ['012345678905', 'verified'],
    ['0012345678905', 'verified'],
    [']E0012345678905', 'verified'],
    ['012345678912', 'mismatch'],
    ['012345678906', 'misread'],
    ['01234', 'misread'],
  ] as const)('%s is %s', (read, verdict) => {
    expect(compareCodes(upc, read)).toBe(verdict);
  });
});

describe('another code', () => {
  const text = (content: string): BarcodeContent => ({ kind: 'text', text: content });
  it('is compared letter by letter', () => {
    expect([compareCodes(text('LOT 7'), 'LOT 7'), compareCodes(text('LOT 7'), 'lot 7'), compareCodes(text('LOT 7'), 'LOT \uFFFD')]).toEqual(
      ['verified', 'mismatch', 'misread'],
    );
  });

  it('that is a Digital Link is compared by its elements', () => {
    const link = text('https://example.com/01/09506000134352?10=L1');
    expect([
      compareCodes(link, 'https://EXAMPLE.com/01/09506000134352?10=L1'),
      compareCodes(link, 'https://example.com/01/09506000134352?10=L2'),
    ]).toEqual(['verified', 'mismatch']);
  });
});
