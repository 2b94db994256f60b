import { afterAll, expect, it } from 'vitest';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { loadFonts } from '#rendering/text/font-library.ts';
import { digestPrints } from '#support/print-digest.ts';
import { orderOf, randomLabel } from '#support/random-label.ts';
import { digestInThread, PATIENT } from '#support/thread-digest.ts';

const files = await readBundledFonts();
const library = await loadFonts(files);
const pool = new DrawingPool({ size: 1, limits: PATIENT });
afterAll(() => pool.stop());

it.each(Array.from({ length: 20 }, (_, index) => 5_001 + index))(
  'P12 the label of seed %i is the same dot for dot in a worker',
  async (seed) => {
    const drawn = randomLabel(seed);
    expect(await digestInThread(pool, drawn, { id: 'bundled', files })).toEqual(digestPrints(orderOf(drawn), library));
  },
);
