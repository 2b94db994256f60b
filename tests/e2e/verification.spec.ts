import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { openPrinterTab } from '#support/printer-page.ts';
import type { StationProcess } from '#support/station-process.ts';
import { FollowedPrints } from '../../electron/emulators/reader/followed-prints.ts';
import { ReaderEmulator } from '../../electron/emulators/reader/reader-emulator.ts';
import { processTimers } from '../../electron/emulators/zpl/emulator-timers.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;
const reader = new ReaderEmulator();
let products: FollowedPrints;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await reader.start();
  station = await startWithPrinters();
  products = new FollowedPrints({
    address: controllerOf(station),
    timers: processTimers,
    onCode: (code) => reader.show(code),
    onFault: () => undefined,
  });
  products.start();
});

test.afterAll(async () => {
  products.stop();
  expect(await station.stop()).toBe(0);
  await reader.stop();
});

/** The address of the controller that the station runs. */
function controllerOf({ dataFolder }: StationProcess): string {
  return (JSON.parse(readFileSync(join(dataFolder, 'controller/controller.json'), 'utf8')) as { url: string }).url;
}

const verification = (page: Page) => page.getByRole('region', { name: 'Verification', exact: true });

async function openPrinter(page: Page): Promise<void> {
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Line 1', level: 1 })).toBeVisible();
}

async function trigger(page: Page, printed: string): Promise<void> {
  await page.getByRole('button', { name: 'Trigger' }).click();
  await expect(page.getByRole('region', { name: 'Counters' }).getByRole('definition').first()).toHaveText(printed);
}

test('a reader is added, tested and connected', async ({ page }) => {
  await page.goto(`${station.url}/readers`);
  await page.getByRole('button', { name: 'Add reader' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add reader' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Camera');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('127.0.0.1');
  await dialog.getByRole('textbox', { name: 'Port' }).fill(String(reader.port));
  await dialog.getByRole('combobox', { name: 'Position given by' }).selectOption({ label: 'Time' });
  await dialog.getByRole('textbox', { name: 'Time from the print (ms)' }).fill('500');
  await dialog.getByRole('textbox', { name: 'Tolerance ± (ms)' }).fill('5000');
  await dialog.getByRole('textbox', { name: 'Alarm after failures in a row' }).fill('1');
  await dialog.getByRole('button', { name: 'Test' }).click();
  const result = page.getByRole('dialog', { name: 'Test' });
  await expect(result.getByText('Hold a code in front of the reader')).toBeVisible();
  await expect.poll(() => reader.connections).toBe(1);
  reader.show('1234');
  await expect(result.getByRole('status')).toHaveText('Connected. Code read: 1234');
  await result.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Camera' })).toContainText('Connected');
});

test('H2 a right code is verified, and a wrong one is shown as such with an alarm', async ({ page }) => {
  await openPrinter(page);
  await page.getByRole('searchbox', { name: 'Search labels' }).fill('Pharma carton');
  await page.getByText('Pharma carton', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  await trigger(page, '1');
  await openPrinterTab(page, 'Prints');
  await expect(verification(page)).toContainText('Last 1: 1 verified');
  await expect(verification(page).getByRole('row').filter({ hasText: 'Verified' })).toContainText('Print 1');
  reader.prepare('wrong-code');
  await trigger(page, '2');
  await expect(verification(page).getByRole('row').filter({ hasText: 'Wrong code' })).toContainText('Print 2');
  await expect(verification(page)).toContainText('Limit exceeded');
  await page.goto(`${station.url}/prints?verification=mismatch`);
  await expect(page.getByText('1 print, newest first')).toBeVisible();
  await page.goto(`${station.url}/alarms`);
  await expect(page.getByText('Prints not verified').first()).toBeVisible();
});

test('a product is checked with a hand scanner', async ({ page }) => {
  await openPrinter(page);
  await openPrinterTab(page, 'Prints');
  await page.getByRole('button', { name: 'Check by scanner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check prints of Line 1' });
  await dialog.getByRole('textbox', { name: 'Code on the product' }).fill('4711');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('There is no unchecked print.');
});
