import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { choose, open, openAsNew, openScreen, PAGES } from './pages.ts';

let station: StationProcess;
let screen: Page;

test.beforeAll(async ({ browser }) => {
  station = await startStation();
  screen = await openScreen(browser, station.url);
});

test.afterAll(async () => {
  await screen.context().close();
  expect(await station.stop()).toBe(0);
});

/** Texts smaller than this many pixels, including those in drawings. */
function smallTexts(page: Page, px: number): Promise<string[]> {
  return page.evaluate((least) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode;
      if (!textContent?.trim() || !parentElement?.checkVisibility() || parentElement.closest('.visually-hidden, noscript, title')) continue;
      // Text along a ruler is rotated: its size is the height of its line.
      const { a = 1, b = 0 } = (parentElement instanceof SVGGraphicsElement && parentElement.getScreenCTM()) || {};
      const scale = Math.hypot(a, b);
      const size = parseFloat(getComputedStyle(parentElement).fontSize) * scale;
      if (size < least - 0.05) small.push(`${textContent.trim().slice(0, 40)}: ${size} px`);
    }
    return small;
  }, px);
}

for (const place of PAGES) {
  test(`H11 no text of the ${place.name} page is smaller than 16 px`, async () => {
    await openAsNew(screen, station.url, place);
    expect(await smallTexts(screen, 16)).toEqual([]);
  });
}

function fontSize(page: Page, selector: string): Promise<number[]> {
  return page.locator(selector).evaluateAll((elements) => elements.map((element) => parseFloat(getComputedStyle(element).fontSize)));
}

test('H11 states are 24 px and counters 28 px large', async ({ page }) => {
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'printer')!,
  );
  const states = await fontSize(page, '.printer-state .word');
  const counters = await page
    .getByRole('region', { name: 'Counters' })
    .getByRole('definition')
    .evaluateAll((elements) => elements.map((element) => parseFloat(getComputedStyle(element).fontSize)));
  expect({ states: new Set(states), counters: new Set(counters) }).toEqual({ states: new Set([24]), counters: new Set([28]) });
});

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`H11 states and counters have a contrast of 7:1 in the ${theme} theme`, async ({ page }) => {
    await choose(page, { theme });
    await open(
      page,
      station.url,
      PAGES.find(({ name }) => name === 'printer')!,
    );
    const { violations, passes } = await new AxeBuilder({ page })
      .options({ runOnly: ['color-contrast-enhanced'] })
      .include('.printer-state .word')
      .include('.counters dd')
      .analyze();
    expect([violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)), passes.length]).toEqual([[], 1]);
  });
}
