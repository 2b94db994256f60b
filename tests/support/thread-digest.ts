import { createHash } from 'node:crypto';
import type { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import type { FontSet } from '#controller/fonts/fonts.ts';
import { digestPlanes } from './print-digest.ts';
import type { RandomLabel } from './random-label.ts';

/** Generous limits, for busy machines. */
export const PATIENT = { cpu: 60_000, wall: 120_000 };

/** Renders the prints of a label in a worker of the pool. Returns one digest for each print, like `digestPrints`. */
export async function digestInThread(pool: DrawingPool, { label, target, prints }: RandomLabel, fonts: FontSet): Promise<string[]> {
  const text = JSON.stringify(label);
  const hash = createHash('sha256').update(text).digest('hex');
  const digests: string[] = [];
  for (const values of prints) {
    const { planes } = await pool.draw({ hash, text, target, values, fonts, isPrint: true });
    digests.push(digestPlanes(planes));
  }
  return digests;
}
