import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';

/**
 * Render threads that all controllers of a test file share: starting them for each test would take longer than the tests. Their limits are generous, for
 * busy machines.
 */
export const sharedDrawing = new DrawingPool({ size: 1, limits: { cpu: 20_000, wall: 120_000 } });

/** The bundled fonts. */
export const BUNDLED_SET = { id: 'bundled', files: await readBundledFonts() };
