import type { Browser } from '@playwright/test';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { awaitPrinters } from './rules/every-page.ts';

/** A station of a first start, once it shows its printers. */
export async function startWithPrinters(browser: Browser): Promise<StationProcess> {
  const station = await startStation();
  const page = await browser.newPage();
  await awaitPrinters(page, station.url);
  await page.close();
  return station;
}
