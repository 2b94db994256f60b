import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { startStation, type StationProcess } from '#support/station-process.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startStation();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const PAGES: [name: string, address: string, settled: string][] = [
  ['monitor', '/', 'Line 1'],
  ['printer', '/printers/embedded/Line%201', 'Counters'],
  ['labels', '/labels', 'Food case'],
  ['label', '/labels/Food%20case', 'Simulation'],
  ['fonts', '/fonts', 'DejaVu Sans Mono'],
  ['tables', '/tables', 'Products'],
  ['table', '/tables/Products', 'Search rows'],
  ['variables', '/variables', 'Lot'],
  ['counters', '/variables?tab=counters', 'New counter'],
  ['shift codes', '/variables?tab=shiftCodes', 'New shift code'],
  ['dates', '/variables?tab=dates', 'Time zone'],
  ['connections', '/connections', 'This computer'],
  ['alarms', '/alarms', 'No alarms'],
  ['journal', '/alarms?tab=journal', 'Station started'],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const [name, address, settled] of PAGES) {
      test(`the ${name} page has no accessibility violation`, async ({ page }) => {
        await page.goto(`${station.url}/`);
        await expect(page.getByRole('article', { name: 'Line 1', exact: true })).toContainText('Ready', { timeout: 30_000 });
        await page.goto(station.url + address);
        await expect(page.getByText(settled).or(page.getByLabel(settled)).first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ html }) => html) }))).toEqual([]);
      });
    }
  });
}
