import { expect, test, type Page } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { scan } from '#support/wedge.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const heading = (page: Page) => page.getByRole('heading', { name: /^Tour, step/ });

test('H10 H20 the tour is offered once, goes on by keyboard alone, never lies over the key to stop, and can be taken again', async ({
  page,
}) => {
  await page.goto(station.url);
  await page.getByRole('button', { name: 'Take the tour' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toContainText('step 1 of 6');
  for (const step of [2, 3]) {
    await page.getByRole('button', { name: 'Next', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toContainText(`step ${step} of 6`);
    await expect(heading(page)).toBeFocused();
  }
  const stop = page.getByRole('button', { name: 'Abort' });
  await expect(stop).toBeVisible();
  const tour = await page.getByRole('region', { name: /^Tour/ }).boundingBox();
  const key = await stop.boundingBox();
  expect(tour && key && tour.y + tour.height <= key.y).toBe(true);
  await page.getByRole('button', { name: 'End the tour' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeHidden();

  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take the tour' })).toBeHidden();
  await page.goto(`${station.url}/settings`);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(heading(page)).toContainText('step 1 of 6');
});

test('H10 the keys are listed on a question mark, but not in a field', async ({ page }) => {
  await page.goto(`${station.url}/labels`);
  const search = page.getByRole('searchbox', { name: 'Search labels' });
  await search.focus();
  await page.keyboard.type('?');
  await expect(search).toHaveValue('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
  await search.evaluate((field) => {
    field.blur();
  });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden();
});

test('H23 the scanner is tried where nothing is done with it', async ({ page }) => {
  await page.goto(`${station.url}/settings`);
  await page.getByRole('textbox', { name: 'Code that says yes' }).fill('YES-1');
  await page.getByRole('textbox', { name: 'Try it: scan something here' }).focus();
  await scan(page, 'YES-1');
  await expect(page.getByText('Heard as a scan: YES-1')).toBeVisible();
  await expect(page.getByText('It is the code that says yes.')).toBeVisible();
  await page.keyboard.type('ab', { delay: 200 });
  await expect(page.getByText(/This came like typing/)).toBeVisible();
});

test('H25 the triggers of a printer are changed within limits that are shown', async ({ page }) => {
  await page.goto(`${station.url}/printers/embedded/Line%201`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Triggers of Line 1' });
  const bounce = dialog.getByRole('textbox', { name: /Shortest time/ });
  await expect(dialog.getByText(/From 0 to 60\s000/)).toBeVisible();
  await bounce.fill('60001');
  await expect(dialog.getByText(/^At most 60/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeVisible();
  await bounce.fill('75');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('75 ms')).toBeVisible();
});
