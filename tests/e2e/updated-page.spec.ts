import { expect, test } from '#support/signed-in-test.ts';
import { startStation } from '#support/station-process.ts';

test('a page that was open during an update reloads when one of its files is gone', async ({ page }) => {
  const station = await startStation();
  await page.goto(station.url);
  await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toBeVisible();
  await page.route('**/assets/LabelsPage-*.js', (route) => route.abort(), { times: 1 });
  await page.getByRole('link', { name: 'Labels', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Labels', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/labels$/);
  expect(await station.stop()).toBe(0);
});
