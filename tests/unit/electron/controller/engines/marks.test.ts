import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Marks } from '#controller/engines/virtual/marks.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

/** Prints whose pictures are kept. */
const RING = 200;
const PRINT = { id: 1, planes: [createBitmap(8, 8)] as const, hdpi: 300, vdpi: 300, printDelay: 0 };

describe('B15 the prints of a virtual head', () => {
  it.each([1, 2])('are not written into a folder that takes the place of theirs before check %i of a print', (checkOfSwap) => {
    const parent = temporaryFolder();
    const [folder, moved] = [join(parent, 'marks'), join(parent, 'moved')];
    let isPrinting = false;
    let checks = 0;
    const marks = new Marks(folder, () => {
      if (!isPrinting) return;
      checks += 1;
      if (checks < checkOfSwap) return;
      renameSync(folder, moved);
      mkdirSync(folder);
      throw new Error('the folder was replaced');
    });
    marks.open(0);
    isPrinting = true;
    expect(() => marks.make(PRINT)).toThrow('the folder was replaced');
    expect(readdirSync(folder)).toEqual([]);
    expect(marks.count).toBe(0);
  });
});

describe('the pictures of a virtual head', () => {
  it('are kept for the last 200 prints, each whole, also where a small one takes the file of a large one', () => {
    const folder = temporaryFolder();
    const marks = new Marks(folder);
    marks.open(0);
    const large = createBitmap(640, 480);
    large.words.forEach((_, index) => (large.words[index] = Math.imul(index, 0x9e37_79b1)));
    for (let number = 1; number <= RING; number += 1) marks.make({ ...PRINT, planes: [large] });
    marks.make(PRINT);
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
    expect(pictures).toHaveLength(RING);
    expect(pictures).not.toContain('1.png');
    const fresh = new Marks(join(folder, 'fresh'));
    fresh.open(0);
    fresh.make(PRINT);
    expect(readFileSync(join(folder, `${RING + 1}.png`))).toEqual(readFileSync(join(folder, 'fresh', '1.png')));
    expect(readFileSync(join(folder, '2.png')).length).toBeGreaterThan(10_000);
  });
});
