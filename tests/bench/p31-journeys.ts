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
import { watchTasks, type PageTask } from './page-tasks.ts';

const LONG_TASK = 50;
/** Everything is done so many times; of each journey the best counts: a machine that was busy for a moment says nothing about the page. */
const ROUNDS = 5;
const KETCHUP = '9521234510000';

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

/** The longest task of any journey in milliseconds of the processor's time. */
export const JOURNEYS_GOAL: CountGoal = {
  name: 'P31-journeys',
  goal: { atMost: LONG_TASK },
  count: async (tell) => {
    await ensureBuilt(PAGE);
    const browser = await openBrowser();
    const best = new Map<string, PageTask>();
    const keep = (name: string, task: PageTask): void => {
      const before = best.get(name);
      if (!before || task.cpu < before.cpu) best.set(name, task);
    };
    try {
      for (let round = 0; round < ROUNDS; round += 1) await everyJourney(browser, keep);
      for (const [name, { cpu, clock, what }] of best) tell(`${name}: ${cpu} ms, ${clock} by the clock, in ${what}`);
      return Math.max(...[...best.values()].map(({ cpu }) => cpu));
    } finally {
      await browser.close();
    }
  },
};

/** All journeys with a station of a first start. */
async function everyJourney(browser: Browser, keep: (name: string, task: PageTask) => void): Promise<void> {
  const station = await startStation();
  try {
    for (const [name, journey] of Object.entries(JOURNEYS)) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      await context.addCookies([station.signedIn.cookie]);
      const page = await context.newPage();
      keep(START, await watched(browser, page, () => awaitPrinters(page, station.url)));
      keep(name, await watched(browser, page, () => journey(page)));
      await context.close();
    }
  } finally {
    await station.stop();
  }
}

async function watched(browser: Browser, page: Page, journey: () => Promise<void>): Promise<PageTask> {
  const end = await watchTasks(browser, page);
  await journey();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  return end();
}
