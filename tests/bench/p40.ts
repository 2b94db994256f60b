import { zplLabel } from '#controller/engines/zpl/zpl-label.ts';
import { plainGraphicLength } from '#support/zpl/plain-graphic.ts';
import { randomPicture } from '#support/zpl/random-picture.ts';
import type { CountGoal } from './goal.ts';

const LABELS = 1_000;
const REPORT_EVERY = 250;

/** P40: bytes that the zpl engine sends for a random label, compared with plain hexadecimal digits: the mean of the labels' ratios. */
export const BYTES_GOAL: CountGoal = {
  name: 'P40',
  goal: { atMost: 0.25 },
  count: async (report) => {
    let [labels, ratios, worst] = [0, 0, 0];
    for (let seed = 1; labels < LABELS; seed += 1) {
      const { bitmap } = randomPicture(seed);
      if (bitmap.width === 0 || bitmap.height === 0) continue;
      const ratio = zplLabel(bitmap, 'TEAR').length / plainGraphicLength(bitmap);
      labels += 1;
      ratios += ratio;
      worst = Math.max(worst, ratio);
      if (labels % REPORT_EVERY === 0) report(`${labels} labels: ${(ratios / labels).toFixed(3)}, at most ${worst.toFixed(3)}`);
    }
    return ratios / labels;
  },
};
