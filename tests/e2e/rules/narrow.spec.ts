import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { open, PAGES } from './pages.ts';
import { startWithPrinters } from '../start-with-printers.ts';

const PHONE = { width: 390, height: 844 };

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
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
    for (const place of PAGES) {
      await open(page, station.url, place);
      // The texts stay English, because the test finds the page by them.
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

test('on a panel of 1024 pixels the designer shows objects, label and fields side by side', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await page.goto(`${station.url}/labels/Food%20case`);
  const [tools, objects, fields] = [
    await page.getByRole('toolbar', { name: 'View and undo' }).boundingBox(),
    await page.getByRole('region', { name: 'Objects' }).boundingBox(),
    await page.getByRole('region', { name: 'Label', exact: true }).boundingBox(),
  ];
  expect(tools!.x).toBeGreaterThanOrEqual(objects!.x + objects!.width);
  expect(fields!.x).toBeGreaterThanOrEqual(tools!.x + tools!.width);
  expect(fields!.y).toBe(objects!.y);
  await context.close();
});

test('the bar on a phone has two lines with targets of full height', async ({ browser }) => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true });
  const page = await context.newPage();
  await page.goto(station.url);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'System' })).toBeVisible();
  const heights = await bar
    .locator('a, button')
    .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await context.close();
});

test('H20 on a panel of 800 pixels abort stays visible, 20 mm below the bar, and never covers a focused element', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const page = await context.newPage();
  await page.goto(`${station.url}/printers/embedded/Line%201`);
  const next = await page.getByRole('region', { name: 'Next print' }).boundingBox();
  const counters = await page.getByRole('region', { name: 'Counters' }).boundingBox();
  expect(next!.y).toBeLessThan(counters!.y);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  const abort = page.getByRole('button', { name: 'Abort', exact: true });
  await expect(abort).toBeInViewport({ ratio: 1 });
  const [key, bar] = [(await abort.boundingBox())!, (await page.getByRole('banner').boundingBox())!];
  expect(key.y - (bar.y + bar.height)).toBeGreaterThanOrEqual((20 * 96) / 25.4 - 0.5);
  const search = page.getByRole('searchbox', { name: 'Search labels' });
  await search.evaluate((field, top) => scrollBy(0, field.getBoundingClientRect().top - top), key.y);
  await search.focus();
  expect((await search.boundingBox())!.y).toBeGreaterThan(key.y + key.height);
  await context.close();
});
