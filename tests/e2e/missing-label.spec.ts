import { expect, test } from '#support/signed-in-test.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { awaitPrinters } from './rules/pages.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('the page of a label that does not exist says so, leads back, and creates it', async ({ page }) => {
  await awaitPrinters(page, station.url);
  await page.goto(`${station.url}/labels/nix`);
  await expect(page.getByText('There is no label "nix"')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Delete|Save)$/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Create it' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('nix');
  await page.getByRole('radio', { name: 'Empty' }).press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'nix' })).toBeVisible();

  await page.goto(`${station.url}/labels/none`);
  await page.getByRole('main').getByRole('button', { name: 'Back to labels' }).click();
  await expect(page).toHaveURL(`${station.url}/labels`);
});
