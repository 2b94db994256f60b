import { expect, test, type Locator, type Page } from '#support/signed-in-test.ts';
import type { StationClient } from '#contract/station/index.ts';
import { FakePlant, names, printing } from '#support/fake-plant.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { connectionWhen } from '#support/watch.ts';

const ended: (() => Promise<unknown>)[] = [];

test.afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

interface Plant {
  plant: FakePlant;
  station: StationProcess;
  client: StationClient;
  /** Id of the connection. */
  connection: string;
}

/** Starts a station with one controller whose printers all print. */
async function open(printers: readonly string[]): Promise<Plant> {
  const plant = new FakePlant('plant', printers);
  await plant.controller.start();
  ended.push(() => plant.controller.kill());
  const station = await startStation({ flags: ['--no-embedded', '--controller', plant.controller.url] });
  ended.push(() => station.kill());
  const client = await station.connect();
  const { id } = await connectionWhen(client, ({ state }) => state === 'online');
  return { plant, station, client, connection: id };
}

const tile = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

/** Opens a page of the station and waits for the last of its printers. */
async function show(page: Page, { station }: Plant, last: string): Promise<void> {
  await page.goto(station.url);
  await expect(tile(page, last)).toContainText('Printing');
}

async function showWall(page: Page, { station }: Plant, last: string): Promise<void> {
  await page.goto(`${station.url}/wall`);
  await expect(tile(page, last)).toContainText('Printing');
}

/** How many pixels the page extends below the window, and how many tiles are not completely inside it. */
async function overflow(page: Page): Promise<{ below: number; outside: number }> {
  return page.evaluate<{ below: number; outside: number }>(`(() => {
    const boxes = [...document.querySelectorAll('article')].map((tile) => tile.getBoundingClientRect());
    const outside = boxes.filter((box) => box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth).length;
    return { below: Math.max(0, document.documentElement.scrollHeight - innerHeight), outside };
  })()`);
}

/** Texts of a tile that are cut off at its lower edge. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('article')].flatMap((tile) => {
    const edge = tile.getBoundingClientRect().bottom;
    return [...tile.querySelectorAll('.count, .what, .name, .word, img')]
      .filter((part) => part.getBoundingClientRect().bottom > edge + 1)
      .map((part) => part.textContent || part.tagName);
  })`);
}

test('H13 twelve printers fit 1280x800 without scrolling, also with three lines', async ({ page }) => {
  const opened = await open(names(12));
  await show(page, opened, 'Line 12');
  expect(await overflow(page)).toEqual({ below: 0, outside: 0 });
  for (const [index, name] of ['Filling', 'Packing', 'Dispatch'].entries()) {
    const printers = names(4, index * 4 + 1).map((printer) => ({ connection: opened.connection, printer }));
    await opened.client.lines.add({ name, printers });
  }
  await expect(page.getByRole('region', { name: 'Dispatch' }).getByRole('article')).toHaveCount(4);
  expect(await overflow(page)).toEqual({ below: 0, outside: 0 });
  expect(await cutWords(page)).toEqual([]);
});

test('H13 twenty-four printers fit with compact tiles, which can be chosen and are remembered by the screen', async ({ page }) => {
  const opened = await open(names(24));
  await show(page, opened, 'Line 24');
  expect(await overflow(page)).toEqual({ below: 0, outside: 0 });
  expect(await cutWords(page)).toEqual([]);
  await page.setViewportSize({ width: 1920, height: 1080 });
  const height = async (): Promise<number> => (await tile(page, 'Line 1').boundingBox())?.height ?? 0;
  const auto = await height();
  await page.getByRole('switch', { name: 'Compact tiles' }).click();
  await expect.poll(height).toBeLessThan(auto);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Compact tiles' })).toBeChecked();
  await expect.poll(height).toBeLessThan(auto);
});

test('H13 hundreds of printers scroll: distant tiles show only names, and are complete when they are reached', async ({ page }) => {
  const opened = await open(names(200));
  await page.goto(opened.station.url);
  await expect(tile(page, 'Line 1')).toContainText('412');
  await expect(tile(page, 'Line 200')).not.toContainText('412');
  await tile(page, 'Line 200').scrollIntoViewIfNeeded();
  await expect(tile(page, 'Line 200')).toContainText('412');
  await expect(tile(page, 'Line 1')).not.toContainText('412');
});

for (const [kind, count] of [
  ['roomy', 2],
  ['normal', 12],
  ['compact', 24],
] as const) {
  test(`H14 a ${kind} tile has name, state, label and version, picture, count and target, ink, age of the data`, async ({ page }) => {
    const opened = await open(names(count));
    await show(page, opened, `Line ${count}`);
    const one = tile(page, 'Line 1');
    for (const words of ['Line 1', 'Printing', 'Food case', 'version 3', '412', '/ 1000', '72 %']) await expect(one).toContainText(words);
    await expect(one).toContainText(/Data age: \d+ s/);
    for (const part of [one.getByRole('img', { name: 'Next print on Line 1' }), one.getByText('/ 1000'), one.getByText('version 3')]) {
      await expect(part).toBeVisible();
    }
    await expect(one.locator('.bars')).toBeVisible();
  });
}

test('H14 a job without a limit is marked as such', async ({ page }) => {
  const opened = await open(names(2));
  const { copies: _none, ...job } = printing().job!;
  opened.plant.set('Line 1', { job });
  await show(page, opened, 'Line 2');
  await expect(tile(page, 'Line 1')).toContainText('412 no limit');
});

test('H15 every tile of a silent controller is hatched with the time, and keeps its place in its line', async ({ page }) => {
  const opened = await open(names(3));
  const printers = ['Line 3', 'Line 1'].map((printer) => ({ connection: opened.connection, printer }));
  await opened.client.lines.add({ name: 'Filling', printers });
  await show(page, opened, 'Line 2');
  for (const name of names(3)) await expect(tile(page, name)).toContainText('Printing');
  await opened.plant.controller.kill();
  for (const name of names(3)) {
    await expect(tile(page, name)).toContainText(/No data since \d\d:\d\d:\d\d/);
    await expect(tile(page, name)).toHaveClass(/hatched/);
    await expect(tile(page, name)).not.toContainText('Data age');
  }
  const line = page.getByRole('region', { name: 'Filling' }).getByRole('article');
  expect(await line.evaluateAll((tiles) => tiles.map((one) => one.querySelector('.name')?.textContent))).toEqual(['Line 3', 'Line 1']);
});

test('H15 the wall reports the loss of the station, and shows nothing as live', async ({ page }) => {
  const opened = await open(names(3));
  await showWall(page, opened, 'Line 3');
  await expect(page.locator('main header')).toContainText('oldest data');
  for (const name of names(3)) await expect(tile(page, name)).not.toContainText('No data yet');
  await opened.station.kill();
  await expect(page.getByRole('alert')).toContainText('No connection to the station');
  await expect(page.locator('main header')).toContainText('no live data');
  for (const name of names(3)) {
    await expect(tile(page, name)).toContainText(/No data since \d\d:\d\d:\d\d/);
    await expect(tile(page, name)).toHaveClass(/hatched/);
  }
});

test('the wall shows one line after the other, switches to the printers in alarm at once, and has no links', async ({ page }) => {
  const opened = await open(names(4));
  const { client, connection } = opened;
  await client.lines.add({ name: 'Filling', printers: [{ connection, printer: 'Line 1' }] });
  await client.lines.add({ name: 'Packing', printers: ['Line 2', 'Line 3', 'Line 4'].map((printer) => ({ connection, printer })) });
  await showWall(page, opened, 'Line 1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Filling');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Packing');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Filling');
  await expect(page.getByRole('article').getByRole('link')).toHaveCount(0);
  opened.plant.set('Line 3', printing({ state: 'ERROR', ragStatus: 'RED', errors: ['Out of ink'] }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('In alarm');
  await expect(tile(page, 'Line 3')).toContainText('Out of ink');
  await expect(tile(page, 'Line 3')).toContainText('Packing');
  await page.keyboard.press('Space');
  await expect(page.getByText('Paused')).toBeVisible();
  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(page).toHaveURL(`${opened.station.url}/`);
});

test('the wall on a small screen shows the complete state of the plant', async ({ page }) => {
  const opened = await open(names(3));
  opened.plant.set('Line 1', printing({ state: 'ERROR', ragStatus: 'RED', errors: ['Out of ink'] }));
  opened.plant.set('Line 2', printing({ ragStatus: 'AMBER', errors: ['Ink low'] }));
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto(`${opened.station.url}/wall`);
  const tiles = (await tile(page, 'Line 1').boundingBox())!;
  const badge = page.getByRole('status').getByText('1 with a warning');
  await expect(badge).toBeInViewport({ ratio: 1 });
  const { y, height } = (await badge.boundingBox())!;
  expect(y + height).toBeLessThan(tiles.y);
});

test('a printer in alarm comes first, others without a job take one row, and all are found by state and text', async ({ page }) => {
  const opened = await open(names(12));
  opened.plant.set('Line 4', { job: null });
  await show(page, opened, 'Line 12');
  const order = (): Promise<string[]> =>
    page.getByRole('article').evaluateAll((tiles) => tiles.map((one) => one.querySelector('.name')?.textContent ?? ''));
  const height = async (name: string): Promise<number> => (await tile(page, name).boundingBox())!.height;
  await expect.poll(async () => (await order()).at(-1)).toBe('Line 4');
  expect(await height('Line 4')).toBeLessThan((await height('Line 1')) / 2);
  opened.plant.set('Line 9', printing({ state: 'ERROR', ragStatus: 'RED', errors: ['Out of ink'] }, { label: 'Ketchup' }));
  await expect.poll(async () => (await order())[0]).toBe('Line 9');
  await expect(tile(page, 'Line 9')).toHaveClass(/critical/);
  await page.getByRole('button', { name: '10 printing' }).click();
  await expect(page).toHaveURL(/state=printing/);
  await expect(tile(page, 'Line 9')).toHaveCount(0);
  await page.getByRole('button', { name: '12 printers' }).click();
  await page.getByRole('searchbox').fill('ketch');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('button', { name: 'Show all printers' }).click();
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('H10 lines are created, ordered and removed by keyboard alone, and appear on the monitor', async ({ page }) => {
  const opened = await open(names(3));
  await opened.client.lines.add({ name: 'Packing', printers: [{ connection: opened.connection, printer: 'Line 1' }] });
  await page.goto(`${opened.station.url}/lines`);
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Add line');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Filling');
  for (const name of [/^Line 3/, /^Line 1/]) {
    await page.getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
    // The dialog moves on to the printers of the line, and sets the focus.
    await expect(page.getByRole('checkbox', { name, checked: true })).toBeFocused();
  }
  await press('Move Line 1 up');
  await press('Save');
  await press('Move Filling up');
  const lines = page.getByRole('region', { name: 'Lines' }).getByRole('listitem');
  await expect(lines).toContainText([/Filling.*Line 1, Line 3/, /Packing.*no printers yet/]);
  await page.getByRole('button', { name: 'Remove' }).last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Remove line "Packing"?' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(1);
  await page.goto(opened.station.url);
  await expect(page.getByRole('region', { name: 'Filling' }).getByRole('article')).toHaveCount(2);
});
