import { describe, expect, it } from 'vitest';
import { codeTexts, gs1Texts } from '#support/code-texts.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { otherGs1Text, otherLinear } from '#support/other-encoder.ts';
import { encodeCode128, encodeGs1Code128 } from '#rendering/barcodes/code128.ts';
import { drawObjects, TEN_PER_MM, toPng } from '../drawing-support.ts';

describe('encodeCode128', () => {
  it('P7 makes the symbols that another encoder makes', () => {
    for (const text of codeTexts(900, { seed: 128, beyondAscii: false })) {
      expect({ text, bars: encodeCode128(text, 'AUTO').bars }).toEqual({ text, bars: otherLinear('code128', text, {}) });
    }
  });

  it('changes the code set where another encoder does', () => {
    const parts = ['a', 'A', '\t', '1', '12', '123', '1234', '12345', '~', '\x1f', 'Ab'];
    for (let index = 0; index < parts.length ** 3; index += 1) {
      const text = [0, 1, 2].map((place) => parts[Math.floor(index / parts.length ** place) % parts.length]).join('');
      expect({ text, bars: encodeCode128(text, 'AUTO').bars }).toEqual({ text, bars: otherLinear('code128', text, {}) });
    }
  });

  it.each([
    ['A', 'AB\t12', [103, 33, 34, 73, 17, 18]],
    ['B', 'aB\x7f~', [104, 65, 34, 95, 94]],
    ['C', '001299', [105, 0, 12, 99]],
  ] as const)('keeps to set %s from end to end', (encoding, text, codewords) => {
    const data = codewords.map((codeword) => `^${String(codeword).padStart(3, '0')}`).join('');
    expect(encodeCode128(text, encoding).bars).toEqual(otherLinear('code128', data, { raw: true }));
  });

  it('E23 refuses more than 200 characters', () => {
    expect(encodeCode128('x'.repeat(200), 'AUTO').modules).toBe(11 * 202 + 13);
    expect(() => encodeCode128('x'.repeat(201), 'AUTO')).toThrow('Code128 holds at most 200 characters here, not 201');
  });

  it('is read by a decoder for texts of every kind', async () => {
    for (const text of codeTexts(27, { seed: 5, beyondAscii: false }).map((long) => long.slice(0, 24))) {
      const bitmap = drawObjects([{ type: 'Code128', x: 0, y: 0, barWidth: 0.2, barHeight: 10, text }], { width: 0, height: 0 });
      expect(await decodeCodes(toPng(bitmap, TEN_PER_MM))).toEqual([{ format: 'Code128', text }]);
    }
  });
});

describe('encodeGs1Code128', () => {
  it('P7 makes the symbols that another encoder makes of element strings', () => {
    for (const text of [...gs1Texts(300, 417), '9912\x1d98123\x1d97123456', '10A\x1d2112\x1d3712345']) {
      const bars = otherLinear('code128', otherGs1Text(text), { parsefnc: true });
      expect({ text, bars: encodeGs1Code128(text, '').bars }).toEqual({ text, bars });
    }
  });
});
