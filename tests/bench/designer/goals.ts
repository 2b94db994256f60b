import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import type { CountGoal, Round, SampledGoal } from '../goal.ts';
import { bundlePage, openBrowser, servePage } from '../page-server.ts';
import { milliseconds } from '../verdict.ts';

const ENTRY = fileURLToPath(new URL('./page.ts', import.meta.url));
const FONT = 'controllers/c1/api/v3/fonts/Arimo/Regular';
const FONT_FILE = createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf');
const ROUNDS = 7;
const FRAMES = 120;
const REDRAWS = 10;
/** Milliseconds of a frame at 60 per second. */
const FRAME = 1_000 / 60;

type Act = 'drag' | 'type' | 'redraw';

/** Dragging or typing into one of five hundred objects, compared with rendering all of them again. */
function ratioGoal(name: string, act: Act): SampledGoal {
  return {
    name,
    goal: { atLeast: 5 },
    sample: (report) =>
      withDesigner(async (measure) => {
        const ours = async (): Promise<number> => mean(await measure(act, FRAMES));
        const theirs = async (): Promise<number> => mean(await measure('redraw', REDRAWS));
        await ours();
        await theirs();
        const rounds: Round[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const first = [await ours(), await theirs()] as const;
          const second = [await ours(), await theirs()] as const;
          rounds.push({ a: [first[0], second[0]], b: [first[1], second[1]] });
        }
        report(milliseconds(rounds));
        return rounds;
      }),
  };
}

/**
 * The 95th percentile of the frame times in milliseconds; the best of several runs, because runs on a busy machine say nothing about the
 * page.
 */
function frameGoal(name: string, act: Act): CountGoal {
  return {
    name,
    goal: { atMost: FRAME },
    count: (report) =>
      withDesigner(async (measure) => {
        await measure(act, FRAMES);
        const seen: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) seen.push(percentile(await measure(act, FRAMES), 0.95));
        report(`p95 of ${FRAMES} frames, run by run: ${seen.map((each) => each.toFixed(1)).join(', ')} ms`);
        return Math.min(...seen);
      }),
  };
}

/** All goals of the designer. */
export const DESIGNER_GOALS = [
  ratioGoal('designer-drag', 'drag'),
  frameGoal('designer-drag-p95', 'drag'),
  ratioGoal('designer-typing', 'type'),
  frameGoal('designer-typing-p95', 'type'),
];

type Measure = (act: Act, times: number) => Promise<number[]>;

async function withDesigner<Result>(work: (measure: Measure) => Promise<Result>): Promise<Result> {
  const files = new Map([...(await bundlePage(ENTRY)), [FONT, readFileSync(FONT_FILE)]]);
  const server = await servePage(files);
  try {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
      await page.goto(server.url);
      await call(page, 'open()');
      return await work((act, times) => call(page, `${act}(${times})`));
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}

function call<Answer>(page: Page, expression: string): Promise<Answer> {
  return page.evaluate(`import('/entry.js').then((designer) => designer.${expression})`);
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}
