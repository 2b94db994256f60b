import type { Browser, Page } from 'playwright';
import { en } from '#renderer/locales/en.ts';
import { startStation } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { ensureBuilt, PAGE } from '../../build/scripts/build.ts';
import { firstPrint, rowRange } from '../e2e/journeys/first-print.ts';
import { mouse } from '../e2e/journeys/hands.ts';
import { awaitPrinters } from '../e2e/rules/every-page.ts';
import type { CountGoal } from './goal.ts';
import { openBrowser } from './page-server.ts';

const LONG_TASK = 50;
/** Everything is done so many times; of each journey the best counts: a machine that was busy for a moment says nothing about the page. */
const ROUNDS = 5;
const KETCHUP = '9521234510000';

/** A task that kept the page from answering, in milliseconds, and the script that it ran. */
interface LongTask {
  duration: number;
  script: string;
}

/** What people do at a page that was just opened. */
const JOURNEYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'first print': (page) => firstPrint(page, mouse(), en),
  'row range': (page) => rowRange(page, mouse(), en),
  'scan to review': async (page) => {
    await scan(page, KETCHUP);
    await page.getByRole('dialog').getByText('Harbour Lane Tomato Ketchup 500 g').first().waitFor();
  },
  table: async (page) => {
    await page.getByRole('link', { name: 'Tables', exact: true }).click();
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('searchbox').fill('Ketchup');
    await page.getByText('Harbour Lane Tomato Ketchup 500 g').first().waitFor();
  },
  'alarms and journal': async (page) => {
    await page.getByRole('banner').getByRole('link', { name: /alarm/i }).click();
    await page.getByRole('tab', { name: 'Journal' }).click();
    await page.getByText('Station started').waitFor();
  },
};
const START = 'first start';

/** The longest task of any journey in milliseconds; 0 = none above 50. */
export const JOURNEYS_GOAL: CountGoal = {
  name: 'P31-journeys',
  goal: { atMost: LONG_TASK },
  count: async (tell) => {
    await ensureBuilt(PAGE);
    const browser = await openBrowser();
    const best = new Map<string, LongTask>();
    const keep = (name: string, task: LongTask): void => {
      const before = best.get(name);
      if (!before || task.duration < before.duration) best.set(name, task);
    };
    try {
      for (let round = 0; round < ROUNDS; round += 1) await everyJourney(browser, keep);
      for (const [name, { duration, script }] of best) tell(`${name}: ${duration === 0 ? 'none' : `${duration} ms in ${script}`}`);
      return Math.max(...[...best.values()].map(({ duration }) => duration));
    } finally {
      await browser.close();
    }
  },
};

/** All journeys with a station of a first start. */
async function everyJourney(browser: Browser, keep: (name: string, task: LongTask) => void): Promise<void> {
  const station = await startStation();
  try {
    for (const [name, journey] of Object.entries(JOURNEYS)) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      await page.addInitScript(WATCH);
      await awaitPrinters(page, station.url);
      keep(START, await takeLongest(page));
      await journey(page);
      keep(name, await takeLongest(page));
      await page.close();
    }
  } finally {
    await station.stop();
  }
}

/** Writes down every task above 50 ms from the first script on, and what ran in it. */
const WATCH = `
  window.longTasks = [];
  window.longFrames = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => window.longFrames.push(...list.getEntries())).observe({ type: 'long-animation-frame', buffered: true });`;

/** The longest task since the last time, forgotten with it. */
function takeLongest(page: Page): Promise<LongTask> {
  return page.evaluate<LongTask>(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const longest = window.longTasks.reduce((most, task) => (task.duration > most.duration ? task : most), { duration: 0, startTime: 0 });
    const frame = window.longFrames.find(({ startTime, duration }) => startTime + duration >= longest.startTime);
    const scripts = (frame?.scripts ?? []).toSorted((a, b) => b.duration - a.duration);
    window.longTasks = [];
    window.longFrames = [];
    const script = scripts[0] ? scripts[0].invoker + ' ' + scripts[0].sourceURL.split('/').pop() : 'style, layout and paint';
    return { duration: longest.duration, script };
  })()`);
}
