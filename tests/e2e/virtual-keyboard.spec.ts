import type { Locator } from '@playwright/test';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPrinterTab } from '#support/printer-page.ts';
import { scan } from '#support/wedge.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

async function switchOn(page: Page): Promise<void> {
  await page.goto(`${station.url}/display`);
  await page.getByRole('radio', { name: 'When a field is touched' }).check({ force: true });
}

async function press(keyboard: Locator, ...keys: string[]): Promise<void> {
  for (const key of keys) await keyboard.getByRole('button', { name: key, exact: true }).click();
}

async function expectUncovered(field: Locator, keyboard: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [one, other] = await Promise.all([field.boundingBox(), keyboard.boundingBox()]);
      return one && other && (one.y + one.height <= other.y || one.y >= other.y + other.height);
    })
    .toBe(true);
}

test('H25 a number is typed on the pad of the screen, in a dialog, and saved with its Enter', async ({ page }) => {
  await switchOn(page);
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await openPrinterTab(page, 'Settings');
  await page.getByRole('region', { name: 'Triggers' }).getByRole('button', { name: 'Change' }).click();
  const field = page.getByRole('textbox', { name: /Minimum time between products/ });
  await field.click();
  await field.press('Control+a');
  const pad = page.getByRole('group', { name: 'Number pad' });
  await expectUncovered(field, pad);
  await press(pad, '4', '5', '7', 'Delete');
  await expect(field).toHaveValue('45');
  await expect(field).toBeFocused();
  await press(pad, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(pad).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Triggers' })).toContainText('45 ms');
});

test('H23 letters are typed where there are no keys, and a scan into the same field stays a scan', async ({ page }) => {
  await switchOn(page);
  await page.goto(`${station.url}/labels`);
  const field = page.getByRole('searchbox').first();
  await field.click();
  const keyboard = page.getByRole('group', { name: 'Keyboard', exact: true });
  await expectUncovered(field, keyboard);
  await press(keyboard, 'Capitals', 'C', 'a', 'n');
  await expect(field).toHaveValue('Can');
  await press(keyboard, 'Capitals', 'Capitals', 'X', 'Y', 'Capitals', 'z', 'Symbols', '€', 'Letters', 'Space');
  await expect(field).toHaveValue('CanXYz€ ');
  await field.fill('');
  await field.click();
  await scan(page, '4006381333931');
  await expect(field).toHaveValue('4006381333931');
  await expect(keyboard).toBeVisible();
  await press(keyboard, 'Hide keyboard');
  await expect(keyboard).toHaveCount(0);
  await expect(field).toBeFocused();
});

test('H28 it has the letters of the language of the page, and Latin ones in Arabic', async ({ page }) => {
  await switchOn(page);
  await page.getByText('Deutsch', { exact: true }).click();
  await page.goto(`${station.url}/labels`);
  const field = page.getByRole('searchbox').first();
  await field.click();
  await press(page.getByRole('group', { name: 'Tastatur', exact: true }), 'ü', 'Großbuchstaben', 'Ä', 'ß');
  await expect(field).toHaveValue('üÄß');
  await page.goto(`${station.url}/display`);
  await page.getByText('العربية', { exact: true }).click();
  await page.goto(`${station.url}/labels`);
  await field.click();
  const arabic = page.getByRole('group', { name: 'لوحة المفاتيح', exact: true });
  await press(arabic, 'ب', 'أبجدية أخرى', 'q');
  await expect(field).toHaveValue('بq');
  await expectUncovered(field, arabic);
});

test('H10 it stays away where fields are reached by keyboard, and where it is switched off', async ({ page }) => {
  await page.goto(`${station.url}/labels`);
  const field = page.getByRole('searchbox').first();
  await field.click();
  await expect(field).toBeFocused();
  const keyboard = page.getByRole('group', { name: 'Keyboard', exact: true });
  await expect(keyboard).toHaveCount(0);
  await switchOn(page);
  await page.goto(`${station.url}/labels`);
  await expect(field).toBeVisible();
  await page.keyboard.press('Tab');
  await field.focus();
  await expect(keyboard).toHaveCount(0);
  await field.click();
  await expect(keyboard).toBeVisible();
});
