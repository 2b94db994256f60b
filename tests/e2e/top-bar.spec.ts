import { expect, test } from '#support/signed-in-test.ts';
import { FakePlant, printing } from '#support/fake-plant.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { choose } from './rules/pages.ts';

let plant: FakePlant;
let other: FakePlant;
let station: StationProcess;

test.beforeAll(async () => {
  plant = new FakePlant('plant', ['Line 1']);
  plant.set('Line 1', printing({ state: 'ERROR', ragStatus: 'RED', errors: ['Encoder lost.'] }));
  await plant.controller.start();
  other = new FakePlant('other', ['Line 2']);
  await other.controller.start();
  const controllers = [plant, other].flatMap(({ controller }) => ['--controller', controller.url]);
  station = await startStation({ flags: ['--no-embedded', ...controllers] });
});

test.afterAll(async () => {
  await station.kill();
  await plant.controller.kill();
  await other.controller.kill();
});

for (const locale of ['en', 'de', 'fr', 'ar']) {
  test(`H8 the bar fits glove-sized targets next to an alarm, ${locale}`, async ({ browser }) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 1024, height: 768 },
    ]) {
      const context = await browser.newContext({ locale, viewport });
      const page = await context.newPage();
      await choose(page, { gloves: true });
      await page.goto(station.url);
      await expect(page.locator('.app-bar .indicator .count')).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const widths = await page.locator('.app-bar .place').evaluateAll((keys) => keys.map((key) => key.clientWidth));
      expect(widths.filter((width) => width < 55)).toEqual([]);
      await expect(page.locator('.app-bar time')).toBeInViewport({ ratio: 1 });
      await context.close();
    }
  });
}

for (const { locale, viewport } of [
  { locale: 'de', viewport: { width: 1280, height: 800 } },
  { locale: 'fr', viewport: { width: 1024, height: 768 } },
  { locale: 'de', viewport: { width: 800, height: 600 } },
]) {
  test(`every place has its whole word in a bar of ${viewport.width} pixels, and the controller is next to the title`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, viewport });
    const page = await context.newPage();
    await page.goto(`${station.url}/variables`);
    await expect(page.locator('.app-bar .indicator .count')).toBeVisible();
    await expect(page.getByRole('main').getByRole('combobox')).toHaveValue(/./);
    await expect(page.locator('.app-bar .here')).toHaveText(locale === 'de' ? 'Daten' : 'Données');
    const words = await page
      .locator('.app-bar .place > :last-child')
      .evaluateAll((parts) => parts.map((part) => part.getClientRects().length));
    expect(words).toEqual(Array.from({ length: 7 }, () => 1));
    const boxes = await page
      .locator('.app-bar :is(.app-brand svg, .place, time)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).sort((one, next) => one.left - next.left));
    const overlaps = boxes.filter((box, index) => box.left < (boxes[index - 1]?.right ?? 0) - 0.5);
    expect({ overlaps, brand: boxes[0]?.width }).toEqual({ overlaps: [], brand: 30 });
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(viewport.width);
    await context.close();
  });
}

test('addresses of earlier versions lead to the pages that took their place', async ({ page }) => {
  const printer = 'connection=c&printer=Line+1';
  for (const [former, current] of [
    ['/variables?tab=counters', '/counters'],
    ['/variables?tab=shiftCodes', '/shift-codes'],
    [`/alarms?tab=event-log&${printer}`, `/event-log?${printer}`],
    ['/settings', '/display'],
    ['/printers/c/Line%201/prints', `/prints?${printer}`],
  ] as const) {
    await page.goto(station.url + former);
    await expect(page).toHaveURL(station.url + current);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
