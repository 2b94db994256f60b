import { readBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import { DrawingPool } from '#controller/drawing/drawing-pool.ts';
import { loadFonts } from '#rendering/text/fonts.ts';
import { digestPrints } from '#support/print-digest.ts';
import { orderOf, randomLabel, type RandomLabel } from '#support/random-label.ts';
import { digestInThread, PATIENT } from '#support/thread-digest.ts';
import { openBrowserRasteriser } from './browser-rasteriser.ts';
import type { CountGoal } from './goal.ts';

const LABELS = 1_000;
const TELL_EVERY = 100;

/** Random labels that are the same dot for dot in the main thread, in a worker and in a browser; the first that is not ends the run. */
export const ROOMS_GOAL: CountGoal = {
  name: 'P12',
  goal: { atLeast: LABELS },
  count: async (tell) => {
    const files = await readBundledFonts();
    const library = await loadFonts(files);
    const pool = new DrawingPool({ size: 1, limits: PATIENT });
    const browser = await openBrowserRasteriser(files);
    const digestIn: Rooms = {
      'the main thread': async (drawn) => digestPrints(orderOf(drawn), library),
      'a worker': (drawn) => digestInThread(pool, drawn, { id: 'bundled', files }),
      'a browser': (drawn) => browser.digest(orderOf(drawn)),
    };
    try {
      for (let seed = 1; seed <= LABELS; seed += 1) {
        if (!(await isSameEverywhere(seed, digestIn, tell))) return seed - 1;
        if (seed % TELL_EVERY === 0) tell(`${seed} of ${LABELS} are the same`);
      }
      return LABELS;
    } finally {
      await browser.close();
      await pool.stop();
    }
  },
};

type Rooms = Readonly<Record<string, (drawn: RandomLabel) => Promise<string[]>>>;

async function isSameEverywhere(seed: number, digestIn: Rooms, tell: (line: string) => void): Promise<boolean> {
  const drawn = randomLabel(seed);
  const digests = await Promise.all(
    Object.entries(digestIn).map(async ([room, digest]) => {
      try {
        return { room, digest: (await digest(drawn)).join(', ') };
      } catch (error) {
        throw new Error(`the label of seed ${seed} could not be drawn in ${room}`, { cause: error });
      }
    }),
  );
  if (new Set(digests.map(({ digest }) => digest)).size === 1) return true;
  for (const { room, digest } of digests) tell(`the label of seed ${seed} is in ${room} ${digest}`);
  tell(`the label: ${JSON.stringify(orderOf(drawn))}`);
  return false;
}
