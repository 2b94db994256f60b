import { describe, expect, it } from 'vitest';
import { decodeCodes } from '#support/decode-codes.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { fonts, labelOf, toPng, VALUES } from '../drawing-support.ts';

/** One object per barcode type with values of every kind, and what a decoder must read. */
const CODES = [
  { object: { type: 'EAN-13', text: '{TABLE;GTIN}' }, format: 'EAN13', text: '3257983125481' },
  { object: { type: 'EAN-13', text: '400638133393', humanReadable: 'ABOVE' }, format: 'EAN13', text: '4006381333931' },
  { object: { type: 'EAN-13', text: '4006381333931', humanReadable: 'NONE' }, format: 'EAN13', text: '4006381333931' },
  { object: { type: 'Code128', text: 'Lot-{VARIABLE;Lot}', humanReadable: 'BELOW' }, format: 'Code128', text: 'Lot-A7731' },
  { object: { type: 'Code128', text: '12345678', encoding: 'C' }, format: 'Code128', text: '12345678' },
  { object: { type: 'Code128', text: 'AB 12', encoding: 'A' }, format: 'Code128', text: 'AB 12' },
  { object: { type: 'Code128', text: 'ab^12', encoding: 'B' }, format: 'Code128', text: 'ab^12' },
  { object: { type: 'Code128', text: '^103^FNC1(x)' }, format: 'Code128', text: '^103^FNC1(x)' },
  {
    object: { type: 'QRCode', text: 'https://example.com/{COUNTER;Serial}', moduleSize: 0.5 },
    format: 'QRCode',
    text: 'https://example.com/000042',
  },
  {
    object: { type: 'QRCode', text: 'Größe ^10 \u91ac', moduleSize: 0.4, eccLevel: 'H', size: 33 },
    format: 'QRCode',
    text: 'Größe ^10 \u91ac',
  },
  {
    object: {
      type: 'GS1-DataMatrix',
      moduleSize: 0.5,
      apps: [
        { id: '01', value: '0{TABLE;GTIN}' },
        ['17', '{TIME;{YEAR2}{MONTH}{DAYOFMONTH};+30days}'],
        { id: '21', value: '{COUNTER;Serial}' },
      ],
    },
    format: 'DataMatrix',
    text: '(01)03257983125481(17)261221(21)000042',
  },
  {
    object: {
      type: 'GS1-DataMatrix',
      moduleSize: 0.4,
      rectangular: true,
      apps: [
        ['10', 'A(1)-%'],
        ['3103', '001250'],
        ['21', '7'],
        ['30', '12'],
        ['01', '04006381333931'],
      ],
    },
    format: 'DataMatrix',
    text: '(10)A(1)-%(3103)001250(21)7(30)12(01)04006381333931',
  },
];

describe.each([203, 300, 600])('barcodes at %i dpi', (dpi) => {
  it.each(CODES)('P13 an independent decoder reads $format $text', async ({ object, format, text }) => {
    const target = { hdpi: dpi, vdpi: dpi };
    for (const rotation of dpi === 203 ? [0, 90, 180, 270] : [0, 270]) {
      const anchor = { x: 22, y: 22, hAnchor: 'CENTER', vAnchor: 'CENTER', rotation };
      const compiled = compileLabel(labelOf([{ ...object, ...anchor }], { width: 44, height: 44 }), target, fonts);
      expect(await decodeCodes(toPng(printLabel(compiled, VALUES), target))).toEqual([{ format, text }]);
    }
  });
});

describe('barcodes', () => {
  it.each(['NONE', 'CW90', 'CW180', 'CCW90'])('are read on a label turned %s at unequal resolutions', async (rotation) => {
    const target = { hdpi: 300, vdpi: 600 };
    const objects = CODES.slice(0, 1).map(({ object }) => ({ ...object, x: 5, y: 5, barHeight: 10 }));
    const compiled = compileLabel(labelOf(objects, { width: 50, height: 25, rotation }), target, fonts);
    expect(await decodeCodes(toPng(printLabel(compiled, VALUES), target))).toEqual([{ format: 'EAN13', text: '3257983125481' }]);
  });

  it('are read when they are light on a dark label, with a border as dark', async () => {
    const target = { hdpi: 300, vdpi: 300 };
    const code = { type: 'QRCode', x: 2, y: 2, moduleSize: 0.5, text: 'inverse', color: 'white' };
    const compiled = compileLabel(labelOf([code], { width: 20, height: 20, bgColor: 'black' }), target, fonts);
    const bitmap = printLabel(compiled, VALUES);
    expect(await decodeCodes(toPng(bitmap, target))).toEqual([{ format: 'QRCode', text: 'inverse' }]);
  });
});
