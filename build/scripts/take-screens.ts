/**
 * `npm run screens`: every page as a first start shows it after three prints, light and dark, on a small screen and a large one, under
 * tests/fixtures/screens. Times are those of one minute of one day, so that a picture changes only where the page does.
 * `npm run screens -- monitor wall` takes those two pages only. Needs a Chromium.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright';
import { awaitPrinters, open, PLACES, type Place } from '../../tests/e2e/rules/every-page.ts';
import { withStation, type PicturedStation } from './picture-station.ts';
import { smallPng } from './small-png.ts';

const SCREENS = join(import.meta.dirname, '../../tests/fixtures/screens');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const THEMES = ['light', 'dark'] as const;
/** What every screen believes the time to be: its station tells it times of the quarters of an hour from here on. */
const TIME = Date.parse('2026-11-21T14:03:00Z');
/** Longer than all pictures take. */
const QUARTER = 15 * 60_000;
const BEGAN = Date.now();
const WALL: Place = { name: 'wall', address: '/wall', settled: 'Line 1' };

/** Every picture shows the same minute, whenever it was taken: times of the station become times of then, and those it is asked for the reverse. */
async function stopTime(context: BrowserContext): Promise<void> {
  const then = (time: number): number => TIME + Math.floor((time - BEGAN) / QUARTER) * QUARTER;
  const now = (time: number): number => time - TIME + BEGAN + QUARTER;
  await context.addInitScript((time) => {
    performance.now = () => 0;
    Date.now = () => time;
  }, TIME);
  await context.routeWebSocket('**/rpc', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(typeof message === 'string' ? moved(message, then) : message);
    });
    socket.onMessage((message) => {
      server.send(typeof message === 'string' ? moved(message, now) : message);
    });
  });
}

/** A message in which every time is another one. */
function moved(message: string, move: (time: number) => number): string {
  return message
    .replaceAll(/\b1[6-9]\d{11}\b/g, (time) => String(move(Number(time))))
    .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) => new Date(move(Date.parse(time))).toISOString());
}

/** Three prints of a product on Line 1. */
async function printThree(controller: string): Promise<void> {
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
}

/** Names of pages, when not all are to be taken. */
const wanted = process.argv.slice(2);

async function take(browser: Browser, { address, controller }: PicturedStation): Promise<void> {
  if (wanted.length === 0) rmSync(SCREENS, { recursive: true, force: true });
  mkdirSync(SCREENS, { recursive: true });
  const first = await browser.newPage({ locale: 'en-GB' });
  await awaitPrinters(first, address);
  await printThree(controller());
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId: 'UTC' });
      await stopTime(context);
      const page = await context.newPage();
      for (const place of [...PLACES, WALL].filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
        await open(page, address, place);
        await page.waitForLoadState('networkidle');
        await page.locator('.picture[aria-busy=true]').first().waitFor({ state: 'detached' });
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true });
        const name = `${place.name.replaceAll(' ', '-')}-${viewport.width}-${colorScheme}.png`;
        writeFileSync(join(SCREENS, name), smallPng(picture));
      }
      await context.close();
    }
  }
}

await withStation(take);
