import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Marks } from '#controller/engines/virtual/marks.ts';
import { createBitmap } from '#rendering/raster/bitmap.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

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
