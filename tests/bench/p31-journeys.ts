import type { Browser, Page } from 'playwright';
import { pageTexts } from '#support/page-texts.ts';
import { startStation } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';
import { ensureBuilt, PAGE } from '../../build/scripts/build.ts';
import { firstPrint, rowRange } from '../e2e/journeys/first-print.ts';
import { mouse } from '../e2e/journeys/input-methods.ts';
import { awaitPrinters } from '../e2e/rules/pages.ts';
import type { CountGoal } from './goal.ts';
import { openBrowser } from './page-server.ts';
import { watchTasks, type PageTask } from './page-tasks.ts';

const LONG_TASK = 50;
/** Number of rounds; the best of each journey counts, because a busy machine says nothing about the page. */
const ROUNDS = 5;
const KETCHUP = '9521234510000';

const ENGLISH = pageTexts('en');

/** User actions on a page that was just opened. */
const JOURNEYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'first print': (page) => firstPrint(page, mouse(), ENGLISH),
  'row range': (page) => rowRange(page, mouse(), ENGLISH),
  'scan to review': async (page) => {
    await scan(page, KETCHUP);
    await page.getByRole('dialog').getByText('Harbour Lane Tomato Ketchup 500 g').first().waitFor();
  },
  table: async (page) => {
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('searchbox').fill('Ketchup');
    await page.getByText('Harbour Lane Tomato Ketchup 500 g').first().waitFor();
  },
  'alarms and event log': async (page) => {
    await page.getByRole('banner').getByRole('link', { name: /alarm/i }).click();
    await page.getByRole('link', { name: 'Event log' }).click();
    await page.getByText('Station started').waitFor();
  },
};
const START = 'first start';

/** The longest task of any journey in milliseconds of CPU time. */
export const JOURNEYS_GOAL: CountGoal = {
  name: 'P31-journeys',
  goal: { atMost: LONG_TASK },
  count: async (report) => {
    await ensureBuilt(PAGE);
    const browser = await openBrowser();
    const best = new Map<string, PageTask>();
    const keep = (name: string, task: PageTask): void => {
      const before = best.get(name);
      if (!before || task.cpu < before.cpu) best.set(name, task);
    };
    try {
      for (let round = 0; round < ROUNDS; round += 1) await everyJourney(browser, keep);
      for (const [name, { cpu, clock, what }] of best) report(`${name}: ${cpu} ms, ${clock} by the clock, in ${what}`);
      return Math.max(...[...best.values()].map(({ cpu }) => cpu));
    } finally {
      await browser.close();
    }
  },
};

/** Performs all journeys with a station after a first start. */
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
