import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { loadFonts } from '#rendering/text/font-library.ts';
import { digestPrints } from '#support/print-digest.ts';
import { orderOf, randomLabel, type RandomLabel } from '#support/random-label.ts';
import { digestInThread, PATIENT } from '#support/thread-digest.ts';
import { openBrowserRasteriser } from './browser-rasteriser.ts';
import type { CountGoal } from './goal.ts';

const LABELS = 1_000;
const REPORT_EVERY = 100;

/** Random labels with the same dots in the main thread, in a worker and in a browser; the first difference ends the run. */
export const ENVIRONMENTS_GOAL: CountGoal = {
  name: 'P12',
  goal: { atLeast: LABELS },
  count: async (report) => {
    const files = await readBundledFonts();
    const library = await loadFonts(files);
    const pool = new DrawingPool({ size: 1, limits: PATIENT });
    const browser = await openBrowserRasteriser(files);
    const digestIn: Deps = {
      'the main thread': async (drawn) => digestPrints(orderOf(drawn), library),
      'a worker': (drawn) => digestInThread(pool, drawn, { id: 'bundled', files }),
      'a browser': (drawn) => browser.digest(orderOf(drawn)),
    };
    try {
      for (let seed = 1; seed <= LABELS; seed += 1) {
        if (!(await isSameEverywhere(seed, digestIn, report))) return seed - 1;
        if (seed % REPORT_EVERY === 0) report(`${seed} of ${LABELS} are the same`);
      }
      return LABELS;
    } finally {
      await browser.close();
      await pool.stop();
    }
  },
};

type Deps = Readonly<Record<string, (drawn: RandomLabel) => Promise<string[]>>>;

async function isSameEverywhere(seed: number, digestIn: Deps, report: (line: string) => void): Promise<boolean> {
  const drawn = randomLabel(seed);
  const digests = await Promise.all(
    Object.entries(digestIn).map(async ([environment, digest]) => {
      try {
        return { environment, digest: (await digest(drawn)).join(', ') };
      } catch (error) {
        throw new Error(`the label of seed ${seed} could not be rendered in ${environment}`, { cause: error });
      }
    }),
  );
  if (new Set(digests.map(({ digest }) => digest)).size === 1) return true;
  for (const { environment, digest } of digests) report(`the label of seed ${seed} is in ${environment} ${digest}`);
  report(`the label: ${JSON.stringify(orderOf(drawn))}`);
  return false;
}
