import { readBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';

/**
 * Threads that every controller of a test file draws with: opening some for each test would take longer than the tests. They have time, since a machine
 * may have other things to do.
 */
export const sharedDrawing = new DrawingPool({ size: 1, limits: { cpu: 20_000, wall: 120_000 } });

/** The fonts that come with the program, as a set of their own. */
export const BUNDLED_SET = { id: 'bundled', files: await readBundledFonts() };
