import type { Browser } from '@playwright/test';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { awaitPrinters } from './rules/pages.ts';

/** Starts a station as for the first time, and waits for its printers. */
export async function startWithPrinters(browser: Browser): Promise<StationProcess> {
  const station = await startStation();
  const page = await browser.newPage();
  await awaitPrinters(page, station.url);
  await page.close();
  return station;
}
