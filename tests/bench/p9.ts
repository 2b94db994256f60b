import { readBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import type { RatioGoal } from './goal.ts';
import { CASE_LABEL, valuesOfPrint } from './labels.ts';

const LABELS_PER_BATCH = 200;
/** Enough that no worker waits for the next order. */
const IN_FLIGHT = 8;
const TEXT = JSON.stringify(CASE_LABEL);
const TARGET = { hdpi: 300, vdpi: 300 };

/** Labels of P1 drawn by two workers, against one. */
export const WORKERS_GOAL: RatioGoal = {
  name: 'P9',
  goal: { atLeast: 1.75 },
  prepare: async () => {
    const fonts = { id: 'bundled', files: await readBundledFonts() };
    const [two, one] = [new DrawingPool({ size: 2 }), new DrawingPool({ size: 1 })];
    let serial = 0;
    const drawing = async (pool: DrawingPool): Promise<void> => {
      for (let drawn = 0; drawn < LABELS_PER_BATCH / IN_FLIGHT; drawn += 1) {
        const values = valuesOfPrint((serial += 1));
        await pool.draw({ hash: 'P9', text: TEXT, target: TARGET, values, fonts, isPrint: true });
      }
    };
    const batch = (pool: DrawingPool) => () => Promise.all(Array.from({ length: IN_FLIGHT }, () => drawing(pool)));
    return {
      a: batch(two),
      b: batch(one),
      dispose: async () => {
        await two.stop();
        await one.stop();
      },
    };
  },
};
