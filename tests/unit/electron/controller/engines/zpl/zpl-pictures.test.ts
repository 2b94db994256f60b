import { describe, expect, it } from 'vitest';
import { zplLabel } from '#controller/engines/zpl/zpl-label.ts';
import { propertyRuns } from '#support/property-runs.ts';
import { comparePicture } from '#support/zpl/compare-picture.ts';

/** The run `zpl-pictures` compares a thousand. */
const SEEDS = Array.from({ length: propertyRuns(6) }, (_, index) => index + 1);

describe('a random label that the zpl engine sends', () => {
  it.each(SEEDS)('is drawn dot for dot by an independent renderer, and its code is read from that: seed %i', async (seed) => {
    const compared = await comparePicture(seed);
    expect(compared?.sent ?? 0).toBeLessThan(compared?.plain ?? 1);
  });

  it('is found to differ if one dot does', async () => {
    const spoilt = comparePicture(2, (bitmap) => {
      const words = bitmap.words.slice();
      words[words.length - bitmap.stride]! ^= 0x8000_0000;
      return zplLabel({ ...bitmap, words }, 'TEAR');
    });
    await expect(spoilt).rejects.toThrow(/^seed 2: row \d+ is drawn with other dots$/);
  });

  it('is found to differ if its code cannot be read', async () => {
    const blank = comparePicture(1, (bitmap) => zplLabel({ ...bitmap, words: bitmap.words.map(() => 0) }, 'TEAR'));
    await expect(blank).rejects.toThrow('seed 1: ');
  });
});
