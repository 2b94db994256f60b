/**
 * `npm run page-screenshots`: takes a screenshot of every page after a first start and three prints, light and dark, on a small and a large
 * screen, into tests/fixtures/screens. All times are those of one fixed minute, so that a picture changes only if the page does. `npm run
 * page-screenshots -- monitor wall` takes only those two pages. Needs a Chromium.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { awaitPrinters, open, PAGES, type Place } from '../../tests/e2e/rules/pages.ts';
import { withStation, type ScreenshotStation } from './screenshot-station.ts';
import { reducePalette } from './reduce-palette.ts';

const SCREENS = join(import.meta.dirname, '../../tests/fixtures/screens');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ['light', 'dark'] as const;
/** The time that the page sees; times of the station are mapped to quarter hours from here on. */
const TIME = Date.parse('2026-11-21T14:03:00Z');
/** Longer than it takes to take all pictures. */
const QUARTER = 15 * 60_000;
const BEGAN = Date.now();
const MINUTE = 60_000;
/** What a page shows after the three prints instead of what it shows before any. */
const AFTER_PRINTS: Readonly<Record<string, string>> = { 'printer history': '3 printed', 'affected prints': '3 affected prints' };
/** Shows what this computer is: its picture would differ on each. */
const OF_THE_COMPUTER = 'diagnostics';
const WALL: Place = { name: 'wall', address: '/wall', settled: 'Line 1' };

/** Maps times between station and page: points in time in milliseconds, and bars of the history in seconds. */
interface Moves {
  moment: (time: number) => number;
  bar: (seconds: number) => number;
}

/**
 * Shows the same time in every picture: maps times from the station to the fixed minute, and times in requests back. The bars of the
 * history move together, from the minute of the prints to the fixed minute. Returns a function that tells whether the page waits for a
 * response.
 */
async function stopTime(context: BrowserContext, printed: number): Promise<() => boolean> {
  const later = (TIME - (printed - (printed % MINUTE))) / 1000;
  const then: Moves = {
    moment: (time) => TIME + Math.floor((time - BEGAN) / QUARTER) * QUARTER,
    bar: (seconds) => seconds + later,
  };
  const now: Moves = { moment: (time) => time - TIME + BEGAN + QUARTER, bar: (seconds) => seconds - later + 59 };
  const started = new Set<unknown>();
  const open = new Set<unknown>();
  await context.addInitScript((time) => {
    performance.now = () => 0;
    Date.now = () => time;
  }, TIME);
  await context.routeWebSocket('**/rpc', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      open.delete(callOf(message));
      socket.send(typeof message === 'string' ? moved(message, then) : message);
    });
    socket.onMessage((message) => {
      const call = callOf(message);
      if (started.has(call)) open.delete(call);
      else open.add(call);
      started.add(call);
      server.send(typeof message === 'string' ? moved(message, now) : message);
    });
  });
  return () => open.size > 0;
}

/** The id of the call that a message starts, answers or ends; undefined for pings of the station. */
function callOf(message: string | Buffer): unknown {
  const { i } = JSON.parse(String(message)) as { i?: unknown };
  return i;
}

/** Maps all times in a message, and replaces the controller's port, its folder and the name of its backup by constants. */
function moved(message: string, { moment, bar }: Moves): string {
  return message
    .replaceAll(/\b1[6-9]\d{11}\b/g, (time) => String(moment(Number(time))))
    .replaceAll(/(?<![\d.])1[6-9]\d{8}(?![\d.])/g, (seconds) => String(bar(Number(seconds))))
    .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => new Date(moment(Date.parse(time))).toISOString())
    .replaceAll(/\d{8}T\d{6}Z/g, '20261121T140300Z')
    .replaceAll(/[^"]*strobe-pictures-\w+/g, '/var/lib/strobe')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:7301');
}

const BUSY = ['.picture', '.paper', '.figures'].map((part) => `${part}[aria-busy=true]`).join();
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
const PICTURES = '[...document.images].every(({ complete }) => complete)';

/** Resolves when the page waits for no response and no picture, shows no loading state, and has painted. */
async function awaitQuiet(page: Page, { name }: Place, isWaiting: () => boolean): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isLoading = async (): Promise<boolean> => {
    await page.evaluate(DRAWN);
    if (isWaiting() || !(await page.evaluate<boolean>(PICTURES))) return true;
    // The gallery always shows a loading state.
    const words = name === 'gallery' ? 0 : await page.getByText('Loading', { exact: true }).count();
    return words + (await page.locator(BUSY).count()) > 0;
  };
  while (await isLoading()) await delay(50);
}

/**
 * Prints three labels on Line 1 within one minute, and makes a backup so that none starts while pictures are taken; returns the time of the
 * prints.
 */
async function printThree(controller: string): Promise<number> {
  while (Date.now() % MINUTE > MINUTE - 15_000) await delay(500);
  const printer = `${controller}/api/v3/printers/Line%201`;
  const post = async (what: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${printer}/${what}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`);
  };
  const printed = async (): Promise<number> =>
    ((await (await fetch(`${printer}/printCounters`)).json()) as { printedLabels: number }).printedLabels;
  await post('printJob', { labelName: 'Food case', tableName: 'Products', keyColumn: 'GTIN', key: '9521234510000', copies: 1000 });
  for (let count = 1; count <= 3; count += 1) {
    await post('trigger', {});
    while ((await printed()) < count) await delay(100);
  }
  const at = Date.now();
  const backup = await fetch(`${controller}/api/v3/backups`, { method: 'POST' });
  if (!backup.ok) throw new Error(`backups: ${await backup.text()}`);
  return at;
}

/** Names of the pages to take; all if empty. */
const wanted = process.argv.slice(2);

async function take(browser: Browser, { address, cookie, controller }: ScreenshotStation): Promise<void> {
  if (wanted.length === 0) rmSync(SCREENS, { recursive: true, force: true });
  mkdirSync(SCREENS, { recursive: true });
  const first = await browser.newPage({ locale: 'en-GB' });
  await first.context().addCookies([cookie]);
  await awaitPrinters(first, address);
  const printedAt = await printThree(controller());
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId: 'UTC' });
      await context.addCookies([cookie]);
      const isWaiting = await stopTime(context, printedAt);
      const page = await context.newPage();
      for (const place of [...PAGES, WALL].filter(({ name }) => (wanted.length === 0 ? name !== OF_THE_COMPUTER : wanted.includes(name)))) {
        await open(page, address, { ...place, settled: AFTER_PRINTS[place.name] ?? place.settled });
        await awaitQuiet(page, place, isWaiting);
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true });
        const name = `${place.name.replaceAll(' ', '-')}-${viewport.width}-${colorScheme}.png`;
        writeFileSync(join(SCREENS, name), reducePalette(picture));
      }
      await context.close();
    }
  }
}

await withStation(take);
