import { describe, expect, it } from 'vitest';
import { codeTexts, gs1Texts } from '#support/code-texts.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { otherGs1Matrix, otherTextMatrix } from '#support/other-encoder.ts';
import { encodeDataMatrix, encodeGs1DataMatrix } from '#rendering/barcodes/data-matrix.ts';
import { RECTANGULAR_SIZES, SQUARE_SIZES } from '#rendering/barcodes/data-matrix/sizes.ts';
import { drawObjects, TEN_PER_MM, toPng } from '../drawing-support.ts';

const SMALLEST = { size: undefined, isRectangular: false };
const FLAT = { size: undefined, isRectangular: true };
const SIZES = [...SQUARE_SIZES, ...RECTANGULAR_SIZES];

describe('encodeDataMatrix', () => {
  it('P7 makes the symbols that another encoder makes', () => {
    for (const text of codeTexts(800, { seed: 16022, beyondAscii: true })) {
      expect({ text, symbol: encodeDataMatrix(text, SMALLEST) }).toEqual({
        text,
        symbol: otherTextMatrix('datamatrix', text, { format: 'square' }),
      });
    }
  });

  it('makes the same rectangles', () => {
    for (const text of codeTexts(90, { seed: 8, beyondAscii: false }).map((long) => long.slice(0, 30))) {
      expect({ text, symbol: encodeDataMatrix(text, FLAT) }).toEqual({
        text,
        symbol: otherTextMatrix('datamatrix', text, { format: 'rectangle' }),
      });
    }
  });

  it.each(SIZES)('fills $rows rows of $columns modules as another encoder does', ({ rows, columns, dataCodewords }) => {
    const version = `${rows}x${columns}`;
    const shape = { size: { width: columns, height: rows }, isRectangular: false };
    const texts = [
      '7',
      '12'.repeat(dataCodewords),
      'a'.repeat(dataCodewords > 5 ? dataCodewords : 1),
      'É'.repeat(Math.floor(dataCodewords / 8)),
    ];
    for (const text of texts.filter((candidate) => candidate !== '')) {
      expect(encodeDataMatrix(text, shape)).toEqual(otherTextMatrix('datamatrix', text, { version }));
    }
    expect(() => encodeDataMatrix('1'.repeat(dataCodewords * 2 + 1), shape)).toThrow(
      /^(The data do not fit into the code: |DataMatrix holds at most 3116)/u,
    );
  });

  it.each([
    ['lower case', 'abc'],
    ['upper case', 'ABC'],
    ['bytes', '\x01\x7f\x02'],
    ['X12', 'AB*C>1\r'],
    ['EDIFACT', 'A.B,[C]1'],
    ['mixed', 'a1B^'],
  ])('ends %s of every length as another encoder does', (_, part) => {
    for (let length = 1; length <= 40; length += 1) {
      const text = part.repeat(14).slice(0, length);
      expect({ text, symbol: encodeDataMatrix(text, SMALLEST) }).toEqual({
        text,
        symbol: otherTextMatrix('datamatrix', text, { format: 'square' }),
      });
    }
  });

  it.each([
    ['', SMALLEST, 'DataMatrix needs at least one character'],
    ['A', { size: { width: 23, height: 23 }, isRectangular: false }, 'There is no DataMatrix of 23 x 23 modules'],
    [
      '1234567',
      { size: { width: 10, height: 10 }, isRectangular: false },
      'The data do not fit into the code: 7 characters are too many for a DataMatrix of 10 x 10 modules',
    ],
    ['x'.repeat(200), FLAT, 'The data do not fit into the code: 200 characters are too many for a DataMatrix that is not square'],
    ['1'.repeat(3117), SMALLEST, 'DataMatrix holds at most 3116 characters, not 3117'],
    ['ä'.repeat(1559), SMALLEST, 'DataMatrix holds at most 3116 characters, not 3118'],
    ['x'.repeat(2400), SMALLEST, 'The data do not fit into the code: 2400 characters are too many for a DataMatrix'],
  ])('E23 refuses what it cannot hold (%#)', (text, shape, message) => {
    expect(() => encodeDataMatrix(text, shape)).toThrow(message);
  });

  it('is read by a decoder for texts of every kind', async () => {
    for (const text of codeTexts(40, { seed: 4, beyondAscii: true })) {
      const bitmap = drawObjects([{ type: 'DataMatrix', x: 0, y: 0, moduleSize: 0.4, text }], { width: 0, height: 0 });
      expect(await decodeCodes(toPng(bitmap, TEN_PER_MM))).toEqual([{ format: 'DataMatrix', text }]);
    }
  });
});

it.each([
  ['[)>\x1e05\x1d0104006381333931\x1e\x04', '[)>␞05␝0104006381333931␞␄'],
  ['[)>\x1e06\x1dPABCDEFGHIJKLMN\x1dT1\x1e\x04', '[)>␞06␝PABCDEFGHIJKLMN␝T1␞␄'],
])('lets a decoder read a document in an envelope (%#)', async (text, shown) => {
  const bitmap = drawObjects([{ type: 'DataMatrix', x: 0, y: 0, moduleSize: 0.4, text }], { width: 0, height: 0 });
  expect(await decodeCodes(toPng(bitmap, TEN_PER_MM))).toEqual([{ format: 'DataMatrix', text: shown }]);
});

describe('encodeGs1DataMatrix', () => {
  it('P7 makes the symbols that another encoder makes of element strings', () => {
    for (const text of gs1Texts(300, 31)) {
      expect({ text, symbol: encodeGs1DataMatrix(text, SMALLEST) }).toEqual({
        text,
        symbol: otherGs1Matrix('datamatrix', text, { format: 'square' }),
      });
    }
  });
});
