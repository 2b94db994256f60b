import { describe, expect, it } from 'vitest';
import { codeTexts, gs1Texts } from '#support/code-texts.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { otherGs1Matrix, otherTextMatrix, type EncoderOptions } from '#support/other-encoder.ts';
import { encodeGs1QrCode, encodeQrCode } from '#rendering/barcodes/qr-code.ts';
import type { EccLevel } from '#rendering/barcodes/qr-code/versions.ts';
import type { MatrixSymbol } from '#rendering/barcodes/encoding/symbols.ts';
import { drawObjects, TEN_PER_MM, toPng } from '../drawing-support.ts';

const LEVELS: readonly EccLevel[] = ['L', 'M', 'Q', 'H'];
const SIZES = Array.from({ length: 40 }, (_, index) => 21 + 4 * index);

function otherText(text: string, options: EncoderOptions): MatrixSymbol {
  return otherTextMatrix('qrcode', text, { fixedeclevel: true, ...options });
}

describe('encodeQrCode', () => {
  it.each(LEVELS)('P7 makes the symbols that another encoder makes at level %s', (eccLevel) => {
    for (const text of codeTexts(200, { seed: 7 + LEVELS.indexOf(eccLevel), beyondAscii: true })) {
      expect({ text, symbol: encodeQrCode(text, { size: undefined, eccLevel }) }).toEqual({
        text,
        symbol: otherText(text, { eclevel: eccLevel }),
      });
    }
  });

  it.each(SIZES)('makes every level of %i modules per side', (size) => {
    const [text = ''] = codeTexts(1, { seed: size, beyondAscii: false });
    for (const eccLevel of LEVELS) {
      const version = String((size - 17) / 4);
      expect(encodeQrCode(text.slice(0, 7), { size, eccLevel })).toEqual(otherText(text.slice(0, 7), { eclevel: eccLevel, version }));
    }
  });

  it.each([
    ['L', 'a', 2953],
    ['M', 'A', 3391],
    ['Q', '1', 3993],
    ['H', 'a', 1273],
    ['L', '1', 7089],
  ] as const)('holds at level %s as many of %s as the standard says, and no more', (eccLevel, character, most) => {
    const shape = { size: undefined, eccLevel };
    expect(encodeQrCode(character.repeat(most), shape).width).toBe(177);
    expect(() => encodeQrCode(character.repeat(most + 1), shape)).toThrow(
      /^(The data do not fit into the code: |QRCode holds at most 7089)/u,
    );
  });

  it.each([
    ['', undefined, 'QRCode needs at least one character'],
    ['A', 23, 'A QRCode has 21, 25, 29, ... 177 modules per side, not 23'],
    [
      'x'.repeat(18),
      21,
      'The data do not fit into the code: 18 characters are too many for a QRCode of 21 x 21 modules with error correction L',
    ],
    ['x'.repeat(2954), undefined, 'The data do not fit into the code: 2954 characters are too many for a QRCode with error correction L'],
    ['1'.repeat(7090), undefined, 'QRCode holds at most 7089 characters, not 7090'],
    ['ä'.repeat(3545), undefined, 'QRCode holds at most 7089 bytes, not 7090'],
  ])('E23 refuses what it cannot hold (%#)', (text, size, message) => {
    expect(() => encodeQrCode(text, { size, eccLevel: 'L' })).toThrow(message);
  });
});

describe('encodeGs1QrCode', () => {
  it('P7 makes the symbols that another encoder makes of element strings', () => {
    for (const [index, text] of gs1Texts(240, 5).entries()) {
      const eccLevel = LEVELS[index % 4]!;
      expect({ text, symbol: encodeGs1QrCode(text, { size: undefined, eccLevel }) }).toEqual({
        text,
        symbol: otherGs1Matrix('qrcode', text, { eclevel: eccLevel, fixedeclevel: true }),
      });
    }
  });

  it.each(['50%%/A', '5%', 'a%b', 'AB%CD%EF%GH', 'x%y%z', 'ABCDEFGHIJ%%%1234567'])(
    'lets a decoder read the percent signs of %s',
    async (value) => {
      const object = {
        type: 'GS1-QRCode',
        x: 0,
        y: 0,
        moduleSize: 0.4,
        apps: [
          ['400', value],
          ['8002', '1%'],
        ],
      };
      const bitmap = drawObjects([object], { width: 0, height: 0 });
      expect(await decodeCodes(toPng(bitmap, TEN_PER_MM))).toEqual([{ format: 'QRCode', text: `(400)${value}(8002)1%` }]);
    },
  );
});

it('is read by a decoder for texts of every kind', async () => {
  for (const text of codeTexts(40, { seed: 3, beyondAscii: true })) {
    const bitmap = drawObjects([{ type: 'QRCode', x: 0, y: 0, moduleSize: 0.4, text }], { width: 0, height: 0 });
    expect(await decodeCodes(toPng(bitmap, TEN_PER_MM))).toEqual([{ format: 'QRCode', text }]);
  }
});
