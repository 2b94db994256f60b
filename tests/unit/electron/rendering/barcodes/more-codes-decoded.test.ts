import { describe, expect, it } from 'vitest';
import { decodeBitmap } from '#support/decode-codes.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { fonts, labelOf, VALUES } from '../drawing-support.ts';

const PLAIN = '010400638133393110A7731\x1d21{COUNTER;Serial}';
const HUMAN = '(01)04006381333931(10)A7731(21)000042';
const APPS = [['01', '04006381333931'], { id: '10', value: '{VARIABLE;Lot}' }, { id: '21', value: '{COUNTER;Serial}' }];
const matrix = { moduleSize: 0.5 };
/** White margin around the ink; wider than the quiet zone of any code. */
const MARGIN = 5;

/**
 * One object per barcode type, and the expected result: the decoder reads UPC-A as EAN-13 with a leading 0, UPC-E as its expanded number,
 * and ITF-14 as ITF.
 */
const CODES = [
  { object: { type: 'DataMatrix', text: 'Lot {VARIABLE;Lot}', ...matrix }, format: 'DataMatrix', text: 'Lot A7731' },
  { object: { type: 'DataMatrix', text: '^FNC1 Größe 醬', rectangular: true, ...matrix }, format: 'DataMatrix', text: '^FNC1 Größe 醬' },
  { object: { type: 'GS1-DataMatrix-Plain', text: PLAIN, ...matrix }, format: 'DataMatrix', text: HUMAN },
  { object: { type: 'QRCode', text: 'quiet', extraQuietZone: 3, ...matrix }, format: 'QRCode', text: 'quiet' },
  { object: { type: 'GS1-QRCode', apps: APPS, ...matrix }, format: 'QRCode', text: HUMAN },
  { object: { type: 'GS1-QRCode-Plain', text: PLAIN, optimize: true, ...matrix }, format: 'QRCode', text: HUMAN },
  { object: { type: 'GS1-128', apps: APPS, barWidth: 0.25 }, format: 'Code128', text: HUMAN },
  { object: { type: 'GS1-128', apps: [['00', '39521234{COUNTER;Serial;WIDTH=9}']] }, format: 'Code128', text: '(00)395212340000000427' },
  { object: { type: 'GS1-128-Plain', text: PLAIN, humanReadable: 'BELOW' }, format: 'Code128', text: HUMAN },
  { object: { type: 'EAN-8', text: '9638507' }, format: 'EAN8', text: '96385074' },
  { object: { type: 'EAN-8', text: '96385074', humanReadable: 'NONE' }, format: 'EAN8', text: '96385074' },
  { object: { type: 'UPC-A', text: '01234567890' }, format: 'EAN13', text: '0012345678905' },
  { object: { type: 'UPC-A', text: '012345678905', humanReadable: 'ABOVE' }, format: 'EAN13', text: '0012345678905' },
  { object: { type: 'ITF', text: '00{COUNTER;Serial}', humanReadable: 'BELOW' }, format: 'ITF', text: '00000042' },
  { object: { type: 'ITF', text: '12345678', barRatio: 3, hBearerBar: 2, vBearerBar: 4 }, format: 'ITF', text: '12345678' },
  { object: { type: 'ITF-14', text: '1234567890123' }, format: 'ITF', text: '12345678901231' },
  { object: { type: 'Code39', text: 'LOT-7 $' }, format: 'Code39', text: 'LOT-7 $' },
  { object: { type: 'Code39', text: '{VARIABLE;Lot}', barRatio: 3, humanReadable: 'ABOVE' }, format: 'Code39', text: 'A7731' },
  { object: { type: 'UPC-E', text: '0425261' }, format: 'UPCE', text: '0042100005264' },
  { object: { type: 'UPC-E', text: '042100005264', humanReadable: 'ABOVE' }, format: 'UPCE', text: '0042100005264' },
  { object: { type: 'Code93', text: 'Lot {VARIABLE;Lot} $', humanReadable: 'BELOW' }, format: 'Code93', text: 'Lot A7731 $' },
  { object: { type: 'PDF417', text: 'Lot {VARIABLE;Lot} äß醬' }, format: 'PDF417', text: 'Lot A7731 äß醬' },
  {
    object: { type: 'PDF417', text: 'columns', columns: 2, rows: 20, eccLevel: 3, rowHeight: 4, moduleSize: 0.375 },
    format: 'PDF417',
    text: 'columns',
  },
  { object: { type: 'Aztec', text: 'Lot {VARIABLE;Lot} ^ äß醬', ...matrix }, format: 'Aztec', text: 'Lot A7731 ^ äß醬' },
  { object: { type: 'Aztec', text: 'full', size: 37, eccPercent: 60, ...matrix }, format: 'Aztec', text: 'full' },
  { object: { type: 'Aztec', text: 'compact', size: 27, ...matrix }, format: 'Aztec', text: 'compact' },
  ...(['OMNIDIRECTIONAL', 'TRUNCATED', 'STACKED', 'STACKED_OMNIDIRECTIONAL'] as const).map((variant) => ({
    object: { type: 'GS1-DataBar', variant, text: '0400638133393', humanReadable: 'BELOW' },
    format: variant.startsWith('STACKED') ? 'DataBarStk' : 'DataBarOmni',
    text: '(01)04006381333931',
  })),
  { object: { type: 'GS1-DataBar', variant: 'LIMITED', text: '04006381333931' }, format: 'DataBarLtd', text: '(01)04006381333931' },
  { object: { type: 'GS1-DataBar', variant: 'EXPANDED', apps: APPS, humanReadable: 'BELOW' }, format: 'DataBarExp', text: HUMAN },
  { object: { type: 'GS1-DataBar', variant: 'EXPANDED_STACKED', apps: APPS }, format: 'DataBarExpStk', text: HUMAN },
  { object: { type: 'GS1-DataBar', variant: 'EXPANDED_STACKED', apps: APPS, segments: 2 }, format: 'DataBarExpStk', text: HUMAN },
];

describe.each([203, 300, 600])('barcodes at %i dpi', (dpi) => {
  it.each(CODES)('P13 an independent decoder reads $object.type $text', async ({ object, format, text }) => {
    const target = { hdpi: dpi, vdpi: dpi };
    for (const rotation of [0, 90, 180, 270]) {
      const anchor = { x: 40, y: 40, hAnchor: 'CENTER', vAnchor: 'CENTER', rotation };
      const compiled = compileLabel(labelOf([{ ...object, ...anchor }], { width: 80, height: 80 }), target, fonts);
      expect(await decodeBitmap(printLabel(compiled, VALUES), { ...target, margin: MARGIN })).toEqual([{ format, text }]);
    }
  });
});
