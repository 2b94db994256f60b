import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import type { InkStatus } from '#contract/api-v3/printer.ts';
import { FakePlant, names, printing } from '#support/fake-plant.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';

const FILLING = 'Filling line north, hall 3, printer on the left';
const LAST = 'Filling line north, hall 3, printer on the right';
const SMALL = { width: 1024, height: 768 };

let plant: FakePlant;
let station: StationProcess;

test.beforeEach(async () => {
  plant = new FakePlant('plant', [...names(10), FILLING, LAST]);
  await plant.controller.start();
  station = await startStation({ flags: ['--no-embedded', '--controller', plant.controller.url] });
  await connectionWhen(await station.connect(), ({ state }) => state === 'online');
});

test.afterEach(async () => {
  await station.kill();
  await plant.controller.kill();
});

const tile = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

const ink = (parts: Partial<InkStatus>): InkStatus => ({
  ...{ state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [], supply: 'Black', percent: 72 },
  ...parts,
});
const EMPTY = ink({ supply: 'Cyan', level: 'EMPTY', ragStatus: 'RED', percent: 0 });

async function show(page: Page): Promise<void> {
  await page.goto(station.url);
  await expect(tile(page, LAST)).toContainText('Food case');
}

/** Parts of tiles whose text is cut off by their own edge or that of the tile. */
function cutParts(page: Page, parts: string): Promise<string[]> {
  return page.getByRole('article').evaluateAll((tiles, selector) => {
    const isCut = (part: Element): boolean => {
      const [box, edge] = [part, part.closest('article')].map((element) => element?.getBoundingClientRect());
      if (!box?.width || !edge) return false;
      return box.left < edge.left || box.right > edge.right || box.bottom > edge.bottom || part.scrollWidth > part.clientWidth + 1;
    };
    return tiles.flatMap((one) => [...one.querySelectorAll(selector)].filter(isCut).map((part) => part.textContent));
  }, parts);
}

test('H14 a count of many digits is never cut off, however small the tile is', async ({ page }) => {
  const counts = [125_000, 1_250_000, 12_500_000, 999_999_999];
  for (const [index, printed] of counts.entries())
    plant.set(`Line ${index + 1}`, printing({ ink: [ink({}), EMPTY] }, { printed, copies: 2 * printed }));
  await show(page);
  await expect(tile(page, 'Line 1')).toContainText(/125.000 . 250.000/);
  const digits = '.count, .copies, .inks, .age';
  expect(await cutParts(page, digits)).toEqual([]);
  await page.setViewportSize(SMALL);
  expect(await cutParts(page, digits)).toEqual([]);
  await page.getByRole('switch', { name: 'Compact tiles' }).click();
  await expect(page.locator('ul.with-compact')).toBeVisible();
  expect(await cutParts(page, digits)).toEqual([]);
});

test('H15 the last data of a silent printer are readable, and demand no attention', async ({ page }) => {
  const errors = ['Head 2: temperature sensor has no contact.', 'Encoder lost.'];
  plant.set('Line 1', printing({ state: 'ERROR', ragStatus: 'RED', errors, ink: [EMPTY] }));
  await show(page);
  const one = tile(page, 'Line 1');
  await expect(one).toContainText('Encoder lost.');
  await plant.controller.kill();
  await expect(one).toHaveClass(/hatched/);
  for (const error of errors) await expect(one).toContainText(error);
  const soft = await one.locator('.copies').evaluate((part) => getComputedStyle(part).color);
  const calm = { color: soft, fontWeight: '450' };
  const lookOf = (part: Locator): Promise<object> =>
    part.evaluate((element) => {
      const { color, fontWeight } = getComputedStyle(element);
      return { color, fontWeight };
    });
  for (const part of await one.locator('.fault, .inks').all()) expect(await lookOf(part)).toEqual(calm);
});

test('H14 fault texts are complete where they fit, and names with the same beginning are distinguishable', async ({ page }) => {
  const error = 'Head 2: temperature sensor has no contact.';
  plant.set('Line 1', printing({ state: 'ERROR', ragStatus: 'RED', errors: [error] }));
  plant.set('Line 2', printing({ ragStatus: 'AMBER', errors: ['Nothing is printed until a person confirms the data.'] }));
  const warning = 'Nothing is printed until a person confirms the data.';
  plant.set(FILLING, printing({ ragStatus: 'AMBER', errors: [warning] }));
  await show(page);
  await expect(tile(page, 'Line 1')).toContainText(error);
  const isWhole = (part: Locator): Promise<boolean> => part.evaluate((element) => element.scrollHeight <= element.clientHeight + 1);
  expect(await isWhole(tile(page, 'Line 1').locator('.badge .word'))).toBe(true);
  expect(await isWhole(tile(page, 'Line 2').locator('.alarm .word'))).toBe(true);
  await expect(tile(page, FILLING).locator('.alarm')).toBeInViewport({ ratio: 1 });
  for (const name of [FILLING, LAST]) expect(await isWhole(tile(page, name).locator('.name'))).toBe(true);
  expect(await cutParts(page, '.count, .copies, .inks, .age')).toEqual([]);
});

test('H14 names and states of compact tiles are aligned across tiles, with ink or without', async ({ page }) => {
  plant.set('Line 2', printing({ state: 'MAINTENANCE' }));
  plant.set('Line 3', printing({ ink: [EMPTY] }));
  await show(page);
  await page.getByRole('switch', { name: 'Compact tiles' }).click();
  await expect(page.locator('ul.with-compact')).toBeVisible();
  const heights = async (part: string): Promise<number[]> =>
    page
      .getByRole('article', { name: /^Line [12]$/ })
      .evaluateAll(
        (tiles, selector) => tiles.map((one) => one.querySelector(selector)!.getBoundingClientRect().top - one.getBoundingClientRect().top),
        part,
      );
  const [one, other] = await heights('.name');
  expect(one).toBeCloseTo(other!, 0);
  const [first, second] = await heights('.printer-state');
  expect(first).toBeCloseTo(second!, 0);
});

test('H15 a silent compact tile shows since when, and its complete last data', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de', viewport: SMALL });
  const page = await context.newPage();
  await show(page);
  await page.getByRole('switch', { name: 'Kompakte Kacheln' }).click();
  await plant.controller.kill();
  const one = tile(page, 'Line 1');
  await expect(one).toContainText(/Keine Daten seit \d\d:\d\d:\d\d/);
  for (const words of ['Food case', '412', '/ 1000']) await expect(one.getByText(words, { exact: true })).toBeInViewport({ ratio: 1 });
  await context.close();
});
