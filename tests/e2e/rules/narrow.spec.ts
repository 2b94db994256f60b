import { expect, test } from '@playwright/test';
import type { StationProcess } from '#support/station-process.ts';
import { open, PLACES } from './every-page.ts';
import { startWithPrinters } from '../start-with-printers.ts';

const PHONE = { width: 390, height: 844 };

let station: StationProcess;

test.beforeAll(async ({ browser }) => {
  station = await startWithPrinters(browser);
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

for (const direction of ['ltr', 'rtl']) {
  test(`no page is wider than a phone, ${direction}`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
    const page = await context.newPage();
    const wide: string[] = [];
    for (const place of PLACES) {
      await open(page, station.url, place);
      // The words stay English, by which the page is known.
      const width = await page.evaluate((dir) => {
        document.documentElement.dir = dir;
        return document.documentElement.scrollWidth;
      }, direction);
      if (width > PHONE.width) wide.push(`${place.name}: ${width}`);
    }
    expect(wide).toEqual([]);
    await context.close();
  });
}
