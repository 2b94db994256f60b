import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';
import { openPrinterTab } from '#support/printer-page.ts';
import { addLine, choose, LINE_PAGES, open, openAsNew, openScreen, PAGES } from './pages.ts';
import { targetsOf, tooClose, tooSmall, type Target } from './targets.ts';

const STANDARD = 96 / 25.4;
/** Pixels per millimetre of a 10 inch panel with 1280 x 800 pixels. */
const FINE = 5.9;

let station: StationProcess;
let screen: Page;

test.beforeAll(async ({ browser }) => {
  station = await startStation();
  screen = await openScreen(browser, station.url);
  const client = await station.connect();
  const { id } = await connectionWhen(client, ({ state }) => state === 'online');
  await addLine(client, id);
});

test.afterAll(async () => {
  await screen.context().close();
  expect(await station.stop()).toBe(0);
});

/** Applies display settings to the root element without reloading. */
function rechoose({ mm, glove }: { mm: string; glove: string }): void {
  document.documentElement.style.setProperty('--mm', mm);
  document.documentElement.dataset['glove'] = glove;
}

/** Rows of one list may be closer to each other, because the deletion of an item asks for its name. */
function isDestructivePair(a: Target, b: Target): boolean {
  return a.isDestructive !== b.isDestructive;
}

for (const place of [...PAGES, ...LINE_PAGES]) {
  test(`H8 every target of the ${place.name} page has its size and its distance, on a coarse and a fine screen and for gloves`, async () => {
    await openAsNew(screen, station.url, place);
    for (const { pxPerMm, gloves } of [
      { pxPerMm: STANDARD, gloves: false },
      { pxPerMm: FINE, gloves: false },
      { pxPerMm: STANDARD, gloves: true },
    ]) {
      await screen.evaluate(rechoose, { mm: `${pxPerMm}px`, glove: gloves ? 'on' : 'off' });
      const targets = await targetsOf(screen);
      const least = gloves ? 15 * pxPerMm : Math.max(44, 10 * pxPerMm);
      expect.soft(targets.length).toBeGreaterThan(5);
      expect.soft(tooSmall(targets, least), `${least} px`).toEqual([]);
      expect.soft(tooClose(targets, 12 * pxPerMm, isDestructivePair), 'what deletes').toEqual([]);
      if (gloves) expect.soft(tooClose(targets, 4 * pxPerMm), 'gloves').toEqual([]);
    }
  });
}

test('H8 the chosen glove mode and true size are set on the root element', async ({ page }) => {
  await choose(page, { gloves: true, pxPerMm: FINE });
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'display settings')!,
  );
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-glove', 'on');
  expect(await root.evaluate((element) => getComputedStyle(element).getPropertyValue('--mm'))).toBe(`${FINE}px`);
});

for (const pxPerMm of [STANDARD, FINE]) {
  test(`H8 H20 trigger and abort are 20 mm large, and abort is 20 mm from navigation at ${pxPerMm.toFixed(1)} px per mm`, async ({
    page,
  }) => {
    await choose(page, { pxPerMm });
    await open(
      page,
      station.url,
      PAGES.find(({ name }) => name === 'printer')!,
    );
    for (const name of ['Trigger', 'Abort']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(20 * pxPerMm - 0.5);
    }
    const abort = (await page.getByRole('button', { name: 'Abort', exact: true }).boundingBox())!;
    const bar = (await page.getByRole('banner').boundingBox())!;
    expect(abort.y - (bar.y + bar.height)).toBeGreaterThanOrEqual(20 * pxPerMm);
  });
}

test('H20 abort stays visible at any scroll position, and says that it is not an emergency stop', async ({ page }) => {
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'printer')!,
  );
  await openPrinterTab(page, 'Prints');
  // As high as a column with hundreds of prints.
  await page.getByRole('region', { name: 'Last prints' }).evaluate((panel) => (panel.style.minHeight = '6000px'));
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(5_000);
  await expect(page.getByRole('button', { name: 'Abort', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('It is not an emergency stop.')).toBeInViewport();
});

test('H20 notices are 20 mm from abort', async ({ page }) => {
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'printer')!,
  );
  const abort = (await page.getByRole('button', { name: 'Abort', exact: true }).boundingBox())!;
  const notices = await page.getByRole('status', { name: 'Notices' }).evaluate((area) => area.getBoundingClientRect().right);
  expect(abort.x - notices).toBeGreaterThanOrEqual(20 * STANDARD);
});

test('H8 the buttons of a dialog are 12 mm apart if one of them ends something', async ({ page }) => {
  await open(
    page,
    station.url,
    PAGES.find(({ name }) => name === 'printer')!,
  );
  await page.getByRole('button', { name: 'Abort', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  const [yes, no] = [await dialog.getByRole('button').first().boundingBox(), await dialog.getByRole('button').last().boundingBox()];
  expect(no!.x - (yes!.x + yes!.width)).toBeGreaterThanOrEqual(12 * STANDARD);
});

test('H8 each of thirty labels to choose from keeps its height, and shows its name on its card', async ({ page }) => {
  const client = await station.connect();
  await connectionWhen(client, ({ state }) => state === 'online');
  const label = await client.labels.get({ connection: 'embedded', name: 'Can date code' });
  for (let n = 1; n <= 24; n += 1) await client.labels.put({ expected: null, connection: 'embedded', name: `Batch ${n}`, label });
  await page.goto(`${station.url}/printers/embedded/Line%201`);
  const cards = page.getByRole('group', { name: 'Labels' }).locator('label');
  await expect(cards.filter({ hasText: 'Batch 24' })).toBeVisible();
  for (const card of await cards.all()) {
    const [outer, name] = [await card.boundingBox(), await card.locator('span').last().boundingBox()];
    expect.soft(outer!.height).toBeGreaterThan(100);
    expect.soft(name!.y + name!.height).toBeLessThanOrEqual(outer!.y + outer!.height);
  }
});

for (const { tab, name } of [
  { tab: 'variables', name: 'Lot' },
  { tab: 'counters', name: 'Serial' },
  { tab: 'shiftCodes', name: 'Shift' },
]) {
  test(`H8 the save button is visible in the dialog of one of the ${tab}`, async ({ page }) => {
    await page.goto(`${station.url}/variables?tab=${tab}`);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 });
  });
}
