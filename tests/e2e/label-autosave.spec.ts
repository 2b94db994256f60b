import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { openKillableBrowser, type KillableBrowser } from '#support/killable-browser.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let station: StationProcess;
let profile: string;
const browsers: KillableBrowser[] = [];

test.beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'strobe-profile-'));
  station = await startStation();
});

test.afterAll(async () => {
  for (const browser of browsers) await browser.kill();
  expect(await station.stop()).toBe(0);
  rmSync(profile, { recursive: true, force: true });
});

const areaOf = (page: Page) => page.getByRole('textbox', { name: 'Label document' });

async function openBrowser(): Promise<KillableBrowser> {
  const browser = await openKillableBrowser(profile);
  browsers.push(browser);
  await browser.page.context().addCookies([station.signedIn.cookie]);
  return browser;
}

async function openLabel(page: Page): Promise<void> {
  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
  await page.goto(`${station.url}/labels/Pallet%20QR?tab=text`);
  await expect(areaOf(page)).toHaveValue(/"QRCode"/);
}

test('H22 edits older than two seconds before a browser kill are offered by the next browser, until they are discarded', async () => {
  const killed = await openBrowser();
  await openLabel(killed.page);
  await expect(killed.page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  await areaOf(killed.page).fill('{ "half": ');
  const changedAt = Date.now();
  await expect.poll(() => Date.now() - changedAt).toBeGreaterThan(2_000);
  await killed.kill();

  const next = await openBrowser();
  await openLabel(next.page);
  await next.page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(areaOf(next.page)).toHaveValue('{ "half": ');
  // An unanswered offer is repeated.
  await next.page.reload();
  await next.page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(areaOf(next.page)).toHaveValue(/"QRCode"/);
  await next.page.reload();
  await expect(areaOf(next.page)).toHaveValue(/"QRCode"/);
  await expect(next.page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});

test('edits made right before leaving the page are offered when it is opened again', async ({ page }) => {
  await openLabel(page);
  await areaOf(page).fill('{ "last": ');
  await page.reload();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(areaOf(page)).toHaveValue('{ "last": ');
});

test('a draft stored by an earlier version is offered once', async ({ page }) => {
  await page.goto(station.url);
  await page.evaluate(() => {
    const draft = JSON.stringify({ text: '{ "earlier": ', revision: 1, keptAt: 1 });
    localStorage.setItem('strobe.label-edit.embedded.Pallet%20QR', draft);
  });
  await openLabel(page);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.reload();
  await expect(areaOf(page)).toHaveValue(/"QRCode"/);
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('label-draft')))).toEqual([]);
});
