import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#support/signed-in-test.ts';
import { FakeController } from '#support/fake-controller.ts';
import { pageTexts } from '#support/page-texts.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { printerWhen } from '#support/watch.ts';
import { firstPrint, rowRange } from './journeys/first-print.ts';
import { fingers, keys } from './journeys/input-methods.ts';

const en = pageTexts('en');

let station: StationProcess;

test.describe('on the lines of a first start', () => {
  test.beforeAll(async () => {
    station = await startStation();
    await printerWhen(await station.connect(), ({ name, status }) => name === 'Line 2' && status?.state === 'STARTED');
  });

  test.afterAll(async () => {
    expect(await station.stop()).toBe(0);
  });

  test('H10 H12 from a first start to a print by keyboard alone', async ({ page }) => {
    await page.goto(station.url);
    await firstPrint(page, keys(page), en);
  });

  test('H10 a range of rows is printed and returns to its checkpoint by keyboard alone', async ({ page }) => {
    await page.goto(station.url);
    await rowRange(page, keys(page), en);
  });

  test('H28 H10 a range of rows is printed and returns to its checkpoint in Arabic, by keyboard alone', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('strobe.language', '"ar"'));
    await page.goto(station.url);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await rowRange(page, keys(page), pageTexts('ar'));
  });

  test.describe('by touch', () => {
    test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

    test('H10 from a first start to a print, and to a range of rows, by taps alone', async ({ page }) => {
      await page.goto(station.url);
      await firstPrint(page, fingers(), en);
      await page.getByRole('link', { name: en.app.nav.monitor, exact: true }).first().tap();
      await rowRange(page, fingers(), en);
    });
  });

  test('H10 H18 one of two people aborts by keyboard what the other one selected', async ({ browser }) => {
    const [left, right] = [await browser.newPage(), await browser.newPage()];
    for (const page of [left, right]) await page.goto(`${station.url}/printers/embedded/Line%201`);
    const input = keys(left);
    await input.pick(left.getByRole('radio', { name: 'Can date code', exact: true }));
    await input.press(left.getByRole('button', { name: 'Load job', exact: true }));
    const question = left.getByRole('alertdialog');
    await expect(question.or(left.getByText('Loaded on Line 1')).first()).toBeVisible();
    if (await question.isVisible()) await input.press(question.getByRole('button', { name: 'Replace' }));
    await expect(right.getByRole('region', { name: 'Next print' })).toContainText('Can date code');
    await keys(right).press(right.getByRole('button', { name: 'Abort', exact: true }));
    await keys(right).press(right.getByRole('alertdialog').getByRole('button', { name: 'Abort', exact: true }));
    await expect(left.getByRole('region', { name: 'Next print' })).not.toContainText('Can date code');
  });
});

test('H10 H15 a controller is lost and comes back, and its alarm is acknowledged by keyboard alone', async ({ page }) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'strobe-input-'));
  const controller = await new FakeController('one').start();
  const watched = await startStation({ flags: ['--no-embedded', '--controller', controller.url], dataFolder });
  try {
    const input = keys(page);
    await page.goto(watched.url);
    await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
    await controller.kill();
    const indicator = page.getByRole('banner').getByRole('link', { name: /alarm/i });
    await expect(indicator).toHaveAccessibleName(/1 alarm/);
    await input.press(indicator);
    const alarm = page.getByRole('article', { name: /Controller not responding/ });
    await expect(alarm).toBeVisible();
    await controller.start();
    await expect(alarm).toContainText('Cleared');
    await input.press(alarm.getByRole('button', { name: 'Acknowledge' }));
    await expect(alarm).toHaveCount(0);
    await input.press(page.getByRole('link', { name: 'Monitor', exact: true }).first());
    await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready');
  } finally {
    await watched.stop();
    await controller.kill();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
