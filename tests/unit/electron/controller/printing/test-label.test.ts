import { describe, expect, it } from 'vitest';
import { labelSchema } from '#contract/api-v3/label.ts';
import { labelDocument } from '#controller/preparation/label-documents.ts';
import { testLabel, type TestLabelContent } from '#controller/printing/test-label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { decodeBitmap } from '#support/decode-codes.ts';
import { BUNDLED_SET, sharedDrawing } from '#support/drawing.ts';

const CONTENT: TestLabelContent = { printer: 'Line {1} \\ 中', time: '2026-11-25 14:03:00', width: 104, height: 70, hdpi: 300, vdpi: 300 };
const VALUES: PrintValues = {
  moment: { epochMs: 0, timeZone: 'UTC' },
  ...{ variables: new Map(), counters: new Map(), shiftCodes: new Map(), row: undefined },
};

async function draw(content: TestLabelContent): Promise<Bitmap> {
  const { hash, text } = labelDocument(labelSchema.parse(testLabel(content)));
  const target = { hdpi: content.hdpi, vdpi: content.vdpi };
  const { planes } = await sharedDrawing.draw({ hash, text, values: VALUES, target, fonts: BUNDLED_SET, isPrint: false });
  return planes[0];
}

const isBlack = ({ words, stride }: Bitmap, x: number, y: number) => (((words[y * stride + (x >> 5)] ?? 0) >>> (31 - (x % 32))) & 1) === 1;

describe('the test label', () => {
  it.each([
    { width: 104, height: 70, hdpi: 300, vdpi: 300 },
    { width: 500, height: 12.7, hdpi: 300, vdpi: 600 },
    { width: 12, height: 200, hdpi: 203, vdpi: 203 },
    { width: 4, height: 2, hdpi: 203, vdpi: 203 },
  ])('has a border at the edges of the print area: %j', async (area) => {
    const bitmap = await draw({ ...CONTENT, ...area });
    const dots = (length: number, dpi: number) => Math.round((length / 25.4) * dpi);
    expect(Math.abs(bitmap.width - dots(area.width, area.hdpi))).toBeLessThanOrEqual(1);
    expect(Math.abs(bitmap.height - dots(area.height, area.vdpi))).toBeLessThanOrEqual(1);
    for (let x = 0; x < bitmap.width; x++) expect(isBlack(bitmap, x, 0) && isBlack(bitmap, x, bitmap.height - 1)).toBe(true);
    for (let y = 0; y < bitmap.height; y++) expect(isBlack(bitmap, 0, y) && isBlack(bitmap, bitmap.width - 1, y)).toBe(true);
  });

  it('has a tick at every millimetre along the top, longer at every tenth', async () => {
    const bitmap = await draw(CONTENT);
    const inkAt = (mm: number, depth: number) => isBlack(bitmap, Math.round((mm / 25.4) * 300), Math.round((depth / 25.4) * 300));
    const ticks = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((mm) => [inkAt(mm, 0.9), inkAt(mm, 1.9), inkAt(mm, 3)]);
    const short = [true, false, false];
    expect(ticks.slice(4)).toEqual([[true, true, false], short, short, short, short, [true, true, true]]);
  });

  it.each([
    { width: 104, height: 70 },
    { width: 20, height: 60 },
  ])('has the name and the time as a QR code: %j', async (area) => {
    const codes = await decodeBitmap(await draw({ ...CONTENT, ...area }), { hdpi: 300, vdpi: 300, margin: 2, format: 'QRCode' });
    expect(codes.map(({ text }) => text)).toEqual(['Line {1} \\ 中 2026-11-25 14:03:00']);
  });

  it('uses no variable, counter or table', () => {
    const { needs } = labelDocument(testLabel(CONTENT));
    expect(needs).toMatchObject({ variables: [], counters: [], shiftCodes: [], moment: false });
  });
});
