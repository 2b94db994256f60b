import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import type { CountGoal, Round, SampledGoal } from './goal.ts';
import { bundlePage, openBrowser, servePage } from './page-server.ts';
import { watchTasks, type PageTask } from './page-tasks.ts';
import { milliseconds } from './verdict.ts';

const ENTRY = fileURLToPath(new URL('./tiles/page.ts', import.meta.url));
const ROUNDS = 9;
/** Seconds of changes per sample. */
const SECONDS = 10;
const LONG_TASK = 50;
const WATCHES = 5;
/** Milliseconds between two frames of a screen with 60 Hz. */
const FRAME = 16.7;

type Kind = 'ours' | 'theirs';

/** The monitor of five hundred printers, a tenth of which change every second, compared with a deeply reactive list of the same tiles. */
const UPDATES_GOAL: SampledGoal = {
  name: 'P31',
  goal: { atLeast: 5 },
  sample: async (report) => {
    const tiles = await openTiles();
    try {
      const pages = { ours: await tiles.open('ours'), theirs: await tiles.open('theirs') };
      const pass = (kind: Kind): Promise<number> => call(pages[kind], `pass(${SECONDS})`);
      for (const kind of ['ours', 'theirs'] as const) await pass(kind);
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await inTurn(pass));
      report(milliseconds(rounds));
      return rounds;
    } finally {
      await tiles.close();
    }
  },
};

/**
 * The longest task of the monitor in milliseconds of CPU time while seconds pass and the list is scrolled; the best of several runs,
 * because a busy machine says nothing about the page.
 */
const TASKS_GOAL: CountGoal = {
  name: 'P31-tasks',
  goal: { atMost: LONG_TASK },
  count: async (report) => {
    const tiles = await openTiles();
    try {
      const page = await tiles.open('ours');
      await call(page, `pass(${SECONDS})`);
      const longest: PageTask[] = [];
      for (let watch = 0; watch < WATCHES; watch += 1) {
        const end = await watchTasks(tiles.browser, page);
        await page.evaluate(`import('/entry.js').then((tiles) => tiles.scrollThrough(${SECONDS}))`);
        longest.push(await end());
      }
      for (const { cpu, clock, what } of longest) report(`the longest task: ${cpu} ms, ${clock} by the clock, in ${what}`);
      return Math.min(...longest.map(({ cpu }) => cpu));
    } finally {
      await tiles.close();
    }
  },
};

/** What a person does to find a printer among five hundred, with the number of tiles that remain visible. */
const SEARCHES: readonly { name: string; act: (page: Page) => Promise<void>; tiles: number }[] = [
  { name: 'first letter', act: (page) => page.getByRole('searchbox').press('9'), tiles: 95 },
  { name: 'second letter', act: (page) => page.getByRole('searchbox').press('7'), tiles: 5 },
  { name: 'end of the search', act: (page) => page.getByRole('searchbox').fill(''), tiles: 500 },
  { name: 'state', act: (page) => page.getByRole('button', { name: '500 printing' }).click(), tiles: 500 },
  { name: 'all states', act: (page) => page.getByRole('button', { name: '500 printers' }).click(), tiles: 500 },
];

/** The longest task of search and filter of the monitor in milliseconds of CPU time; the best of several runs for each step. */
const SEARCH_GOAL: CountGoal = {
  name: 'P31-search',
  goal: { atMost: FRAME },
  count: async (report) => {
    const tiles = await openTiles();
    try {
      const page = await tiles.open('ours');
      await call(page, `pass(${SECONDS})`);
      const best = new Map<string, PageTask>();
      for (let watch = 0; watch < WATCHES; watch += 1) {
        for (const { name, act, tiles: remaining } of SEARCHES) {
          const end = await watchTasks(tiles.browser, page);
          await act(page);
          await page.waitForFunction((n) => document.querySelectorAll('li:not([hidden]) > article').length === n, remaining);
          await call(page, 'paint()');
          const task = await end();
          if (task.cpu < (best.get(name)?.cpu ?? Infinity)) best.set(name, task);
        }
      }
      for (const [name, { cpu, clock, what }] of best) report(`${name}: ${cpu} ms, ${clock} by the clock, in ${what}`);
      return Math.max(...[...best.values()].map(({ cpu }) => cpu));
    } finally {
      await tiles.close();
    }
  },
};

export const TILES_GOALS = [UPDATES_GOAL, TASKS_GOAL, SEARCH_GOAL];

async function inTurn(pass: (kind: Kind) => Promise<number>): Promise<Round> {
  const first = [await pass('ours'), await pass('theirs')] as const;
  const second = [await pass('ours'), await pass('theirs')] as const;
  return { a: [first[0], second[0]], b: [first[1], second[1]] };
}

async function openTiles() {
  const server = await servePage(await bundlePage(ENTRY));
  let browser: Browser | undefined;
  try {
    browser = await openBrowser();
  } catch (error) {
    await server.close();
    throw error;
  }
  const opened = browser;
  return {
    browser: opened,
    /** A new window after its first paint. */
    open: async (kind: Kind): Promise<Page> => {
      const page = await opened.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(server.url);
      await call(page, `open('${kind}')`);
      return page;
    },
    close: async (): Promise<void> => {
      await opened.close();
      await server.close();
    },
  };
}

function call(page: Page, expression: string): Promise<number> {
  return page.evaluate(`import('/entry.js').then((tiles) => tiles.${expression})`);
}
