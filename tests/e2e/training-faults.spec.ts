import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { printerTab } from '#support/printer-page.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('a person practises with a virtual printer: its cover opens, and a confirmation is lost', async ({ page }) => {
  const input = keys(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const state = page.getByRole('main').getByRole('status').first();
  const counters = page.getByRole('region', { name: 'Counters' }).getByRole('definition').first();
  await page.goto(`${station.url}/printers/embedded/Line%201`);
  await input.pick(page.getByRole('radio', { name: 'Can date code', exact: true }));
  await input.press(button('Load job'));
  await page.getByRole('region', { name: 'Next print' }).filter({ hasText: 'Can date code' }).waitFor();

  await input.pickTab(printerTab(page, 'Settings'));

  await test.step('the cover is open until the fault is ended', async () => {
    await input.press(button('Start fault: Cover open'));
    await expect(state).toContainText('The cover of the print head is open.');
    await input.press(button('End fault: Cover open'));
    // The sentence stays in the event log, and in the alarm until a person has acknowledged it.
    await expect(state).toContainText('Printing');
  });

  await test.step('a lost confirmation is replaced by the count of the printer', async () => {
    await input.press(button('Start fault: Confirmation lost'));
    await expect(button('End fault: Confirmation lost')).toBeVisible();
    await input.press(button('Trigger'));
    await expect(counters).toHaveText('1');
    await expect(button('Start fault: Confirmation lost')).toBeVisible();
  });
});
