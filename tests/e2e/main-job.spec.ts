import { expect, test } from '#support/signed-in-test.ts';
import { startStation } from '#support/station-process.ts';
import { mainJob } from './journeys/main-job.ts';

test('a product is imported, searched, seen, selected and printed three times', async ({ page }) => {
  const station = await startStation();
  await page.goto(station.url);
  await mainJob(page);
  expect(await station.stop()).toBe(0);
});
