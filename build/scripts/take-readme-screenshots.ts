/**
 * `npm run readme-screenshots`: takes the screenshots of the README. Starts a station with the samples of a first start, lets a line print,
 * and captures the monitor and the printer page. Needs a Chromium.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { withStation, type ScreenshotStation } from './screenshot-station.ts';

const ROOT = join(import.meta.dirname, '../..');
const PICTURES = join(ROOT, 'build/pictures');
const LABEL_ROW = { label: 'Food case', table: 'Products', row: 'Ketchup' };

/** Selects a row of the sample table on Line 1 and runs its conveyor until some labels are printed. */
async function printOnLineOne(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Line 1', exact: true }).click();
  await page.getByRole('tab', { name: 'Table row' }).click();
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: LABEL_ROW.table });
  await page.getByRole('row', { name: LABEL_ROW.row }).click();
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: LABEL_ROW.label });
  await page.getByRole('textbox', { name: 'Copies' }).fill('500');
  await page.getByRole('button', { name: 'Load job', exact: true }).click();
  await page.getByRole('img', { name: 'Next print on Line 1' }).waitFor();
  await page.getByRole('textbox', { name: 'Products per minute' }).fill('120');
  await page.getByRole('button', { name: 'Start conveyor' }).click();
  const printed = page.getByRole('region', { name: 'Counters' }).getByRole('definition').first();
  await printed.filter({ hasText: /^([5-9]\d|\d{3,})$/ }).waitFor({ timeout: 120_000 });
}

async function takePictures(browser: Browser, { address, cookie }: ScreenshotStation): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'en-GB' });
  await page.context().addCookies([cookie]);
  await page.goto(address);
  await page.getByRole('article', { name: 'Line 1' }).filter({ hasText: 'Ready' }).waitFor({ timeout: 60_000 });
  await printOnLineOne(page);
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(PICTURES, 'printer.png') });
  await page.getByRole('link', { name: 'Monitor', exact: true }).first().click();
  await page.getByRole('img', { name: 'Next print on Line 1' }).waitFor();
  await page.screenshot({ path: join(PICTURES, 'monitor.png') });
}

await withStation(takePictures);
