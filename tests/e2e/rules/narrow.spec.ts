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

test('the label comes first in the designer on a panel of 1024 pixels, and its fields stand beside it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await page.goto(`${station.url}/labels/Food%20case`);
  const [tools, objects, fields] = [
    await page.getByRole('toolbar', { name: 'View and steps' }).boundingBox(),
    await page.getByRole('region', { name: 'Objects' }).boundingBox(),
    await page.getByRole('region', { name: 'Label', exact: true }).boundingBox(),
  ];
  expect(tools!.y).toBeLessThan(objects!.y);
  expect(fields!.x).toBeGreaterThanOrEqual(tools!.x + tools!.width);
  expect(fields!.y).toBeLessThan(objects!.y);
  await context.close();
});
