import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
// The plain test of Playwright, because here the browser is not signed in.
import { expect, test, type Page } from '@playwright/test';
import { findStartAddress } from '#station/sign-in/start-file.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const startAddress = (): string => findStartAddress(station.dataFolder) ?? '';

async function expectMonitor(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toBeVisible();
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Open Strobe with its start address', level: 1 })).toBeVisible();
}

test('the start address opens the page, disappears from the address bar, and sets an HTTP-only cookie', async ({ page, context }) => {
  await page.goto(startAddress());
  await expectMonitor(page);
  await expect(page).toHaveURL(`${station.url}/`);
  expect(await page.evaluate(() => [document.cookie, history.length])).toEqual(['', 2]);
  const { port } = new URL(station.url);
  expect(await context.cookies()).toMatchObject([
    { name: `strobe-session-${port}`, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Strict' },
  ]);
  await page.reload();
  await expectMonitor(page);
});

test('the start file opens the page', async ({ page }) => {
  await page.goto(pathToFileURL(join(station.dataFolder, 'open-strobe.html')).href);
  await expectMonitor(page);
});

test('a browser without its cookie shows what to do on every page, and continues after signing in', async ({ page, context }) => {
  for (const path of ['/', '/labels/Food%20case', '/wall']) {
    await page.goto(station.url + path);
    await expectSignedOut(page);
  }
  await expect(page.getByText('open-strobe.html')).toBeVisible();
  await expect(page.getByText('npm run station -- --print-url')).toBeVisible();
  const other = await context.newPage();
  await other.goto(startAddress());
  await expectMonitor(other);
  await expect(page.getByRole('heading', { name: 'Open Strobe with its start address' })).toBeHidden();
  await expect(page.getByText('Line 1', { exact: true }).first()).toBeVisible();
});

test('a used start address signs no other browser in, and a signed-in browser stays signed in', async ({ page, browser }) => {
  const used = startAddress();
  await page.goto(used);
  await expectMonitor(page);
  const stranger = await browser.newPage();
  await stranger.goto(used);
  await expectSignedOut(stranger);
  await expect(stranger).toHaveURL(`${station.url}/`);
  await stranger.close();
  await page.goto('about:blank');
  await page.goto(used);
  await expectMonitor(page);
});

test('another program on this computer gets no response of the station through the browser of the operator', async ({ page, context }) => {
  await page.goto(startAddress());
  await expectMonitor(page);
  const foreign = await context.newPage();
  await foreign.route('http://127.0.0.1:1/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>foreign</title>' }));
  await foreign.goto('http://127.0.0.1:1/');
  const tried = await foreign.evaluate(async (url) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/rpc`);
    const opened = await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    const read = await fetch(`${url}/event-log.csv`, { credentials: 'include' }).then(
      (answer) => answer.status,
      () => 'refused',
    );
    return [opened, read];
  }, station.url);
  expect(tried).toEqual([false, 'refused']);
});
