import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pictureHash } from '#drawing/picture-hash.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const COLOR_LINE = 'Line 3';

describe('a print in colours', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build({ virtualPrinters: 3 });
    await rig.controller.labels.put('Cool', textLabel('Keep cool', { bgColor: 'cyan' }));
    await rig.select({ labelName: 'Cool' }, COLOR_LINE);
    await rig.trigger(COLOR_LINE);
    await rig.finishPrints();
  });
  afterEach(() => rig.close());

  it('is drawn again with the inks that it was printed with', async () => {
    const { planes } = await rig.controller.prints.picture(1);
    const inked = planes.map(({ words }) => words.some((word) => word !== 0));
    expect(inked).toEqual([true, false, false, true]);
  });

  it('is recognized by its hash', async () => {
    const { prints } = await rig.controller.prints.page({ limit: 1 });
    expect(prints).toMatchObject([{ state: 'printed', pictureHash: expect.stringMatching(/^cmyk:[0-9a-f]{64}$/) as string }]);
  });

  it('is a mark in colours', () => {
    const mark = readFileSync(join(rig.folder, 'marks', '3', '1.png'));
    expect([...mark.subarray(24, 26)]).toEqual([4, 3]);
  });
});

describe('pictureHash', () => {
  it('of one plane is that of its size and bits', () => {
    const bitmap = createBitmap(33, 2);
    bitmap.words.set([1, 2, 3, 4]);
    const bytes = new Uint8Array(bitmap.words.buffer);
    const expected = createHash('sha256').update('33 x 2\n').update(bytes).digest('hex');
    expect(pictureHash([bitmap])).toBe(expected);
  });

  it('of four planes is that of all of them', () => {
    const [plain, dotted] = [createBitmap(8, 1), createBitmap(8, 1)];
    dotted.words[0] = 0x80000000;
    const hashes = [0, 1, 2, 3].map((place) => {
      const plane = (index: number) => (index === place ? dotted : plain);
      return pictureHash([plane(0), plane(1), plane(2), plane(3)]);
    });
    expect(new Set(hashes).size).toBe(4);
  });
});
