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

test('H10 H20 the tour is offered once, works by keyboard alone, never covers the stop button, and can be repeated', async ({ page }) => {
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
  await page.getByRole('button', { name: 'End tour' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeHidden();

  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take the tour' })).toBeHidden();
  await page.goto(`${station.url}/help`);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(heading(page)).toContainText('step 1 of 6');
});

test('H10 a question mark lists the keyboard shortcuts, except in a field', async ({ page }) => {
  await page.goto(`${station.url}/labels`);
  const search = page.getByRole('searchbox', { name: 'Search labels' });
  await search.focus();
  await page.keyboard.type('?');
  await expect(search).toHaveValue('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  await search.evaluate((field) => {
    field.blur();
  });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
});

test('H23 a scanner test recognises scans without acting on them', async ({ page }) => {
  await page.goto(`${station.url}/scanner`);
  await page.getByRole('textbox', { name: 'Confirmation barcode' }).fill('YES-1');
  await page.getByRole('textbox', { name: 'Test: scan something here' }).focus();
  await scan(page, 'YES-1');
  await expect(page.getByText('Recognised as a scan: YES-1')).toBeVisible();
  await expect(page.getByText('This is the confirmation barcode.')).toBeVisible();
  await page.keyboard.type('ab', { delay: 200 });
  await expect(page.getByText(/This looked like typing/)).toBeVisible();
});

test('H25 the trigger settings of a printer are changed within the displayed limits', async ({ page }) => {
  await page.goto(`${station.url}/printers/embedded/Line%201?tab=settings`);
  await page.getByRole('region', { name: 'Triggers', exact: true }).getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Trigger settings of Line 1' });
  const bounce = dialog.getByRole('textbox', { name: /Minimum time/ });
  await expect(dialog.getByText(/^0 to 60\s000/)).toBeVisible();
  await bounce.fill('60001');
  await expect(dialog.getByText(/^Enter at most 60/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeVisible();
  await bounce.fill('75');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('75 ms')).toBeVisible();
});
