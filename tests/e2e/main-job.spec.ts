import { expect, test } from '#support/signed-in-test.ts';
import { startStation } from '#support/station-process.ts';
import { mainJob } from './journeys/main-job.ts';

test('a product is imported, searched, seen, selected and printed three times', async ({ page }) => {
  const station = await startStation();
  await page.goto(station.url);
  await mainJob(page);
  expect(await station.stop()).toBe(0);
});

test('a label that is too high for a printer is not offered for loading, and the way out is named', async ({ page }) => {
  const station = await startStation();
  await page.goto(station.url);
  await page.getByRole('link', { name: 'Line 2', exact: true }).click();
  await page.getByRole('tab', { name: 'Table row' }).click();
  await page.getByRole('row', { name: 'Ketchup' }).click();
  const label = page.getByRole('combobox', { name: 'Label', exact: true });
  await label.selectOption({ label: 'Food case' });
  const load = page.getByRole('button', { name: 'Load job', exact: true });
  await expect(load).toBeDisabled();
  const refusal = page.getByText('Choose another label or printer: the label is 70 mm high, and Line 2 prints at most 35 mm.');
  await expect(refusal).toBeVisible();
  await label.selectOption({ label: 'Can date code' });
  await expect(load).toBeEnabled();
  await expect(refusal).toHaveCount(0);
  expect(await station.stop()).toBe(0);
});
