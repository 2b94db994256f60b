import { readFileSync } from 'node:fs';
import { controllerLineSchema } from '#contract/api-v3/controller-line.ts';
import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

const ON = { connection: 'embedded', name: 'Filling' };

let station: StationProcess;
test.beforeAll(async () => {
  station = await startWithPrinters();
});
test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('a stop is asked about, gets its reason, and is in the report and the file', async ({ page }) => {
  const client = await station.connect();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('a line is added with its downtime', async () => {
    await page.goto(`${station.url}/line-stops`);
    await button('Add line').click();
    const dialog = page.getByRole('dialog', { name: 'Add line' });
    await dialog.getByLabel('Name', { exact: true }).fill('Filling');
    await dialog.getByRole('checkbox', { name: 'Line 1' }).check();
    await dialog.getByText('Downtime and OEE').click();
    await dialog.getByLabel('Ask after seconds').fill('0');
    await dialog.getByLabel('Ideal rate, products per minute (optional)').fill('60');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const [{ line } = { line: controllerLineSchema.parse({}) }] = await client.lineStops.list({ connection: ON.connection });
    expect(line.downtime).toMatchObject({ standsAfter: 30, asksAfter: 0, idealRate: 60, countedBy: null, shiftCode: null });
    await client.lines.add({ name: 'Hall', printers: [], controllerLines: [ON] });
  });

  await test.step('the page of the line asks for the reason of its stop', async () => {
    await page.goto(`${station.url}/lines/Hall`);
    await expect(page.getByText('Stops whose reason is missing: 1')).toBeVisible();
    await button('State reasons').click();
    await expect(page.getByRole('tab', { name: 'Downtime (1)' })).toHaveAttribute('aria-selected', 'true');
    const stops = page.getByRole('region', { name: 'Stops', exact: true });
    await stops.getByRole('button', { name: /^State the reason of the stop at / }).click();
    const dialog = page.getByRole('dialog', { name: 'Why did the line stop?' });
    await dialog.getByRole('button', { name: 'Save reason' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.');
    await dialog.getByText('Changeover', { exact: true }).click();
    await dialog.getByLabel('Note (optional)').fill('new reel');
    await dialog.getByRole('button', { name: 'Save reason' }).click();
    await expect(stops.getByRole('row').nth(1)).toContainText('Changeover');
    await expect(stops.getByRole('row').nth(1)).toContainText('new reel');
    await expect(page.getByRole('tab', { name: 'Downtime', exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Stops by reason' }).getByRole('rowheader')).toHaveText(['Changeover']);
  });

  await test.step('a reason is added in two languages and moved, and another one is retired', async () => {
    await button('Edit reasons').click();
    const dialog = page.getByRole('dialog', { name: 'Reasons of stops' });
    await dialog.getByRole('button', { name: 'Add a reason to Machine' }).click();
    await dialog.getByRole('button', { name: 'Save reasons' }).click();
    await expect(dialog.getByText(/^Enter the English text\./)).toBeVisible();
    await dialog.getByLabel('English').fill('Belt torn');
    await dialog.getByLabel('Deutsch').fill('Band gerissen');
    for (const _ of ['reader', 'sensor', 'breakdown', 'jam']) await dialog.getByRole('button', { name: 'Move Belt torn up' }).click();
    await expect(dialog.getByRole('button', { name: 'Move Belt torn up' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Retire Jam' }).click();
    await dialog.getByRole('button', { name: 'Save reasons' }).click();
    await expect(dialog).toBeHidden();
    const reasons = await client.downtime.reasons({ connection: ON.connection });
    expect(reasons.slice(0, 3)).toMatchObject([
      { key: 'machine', group: null },
      { key: 'belt-torn', group: 'machine', texts: { en: 'Belt torn', de: 'Band gerissen' }, isPlanned: false },
      { key: 'jam', isRetired: true },
    ]);
    const stops = page.getByRole('region', { name: 'Stops', exact: true });
    await stops.getByRole('button', { name: /^Change the reason of the stop at / }).click();
    const stop = page.getByRole('dialog', { name: 'Why did the line stop?' });
    await expect(stop.getByText('Belt torn', { exact: true })).toBeVisible();
    await expect(stop.getByText('Jam', { exact: true })).toHaveCount(0);
    await stop.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the stops are saved as a file', async () => {
    const saving = page.waitForEvent('download');
    await button('Save stops as CSV').click();
    const file = readFileSync(await (await saving).path(), 'utf8');
    expect(file.split('\r\n')[1]).toMatch(/^Filling,\d{4}-.*,Set-up,.*,Changeover,new reel,/);
  });

  await test.step('a planned reason takes the stop out of the availability', async () => {
    const stops = page.getByRole('region', { name: 'Stops', exact: true });
    await stops.getByRole('button', { name: /^Change the reason of the stop at / }).click();
    const dialog = page.getByRole('dialog', { name: 'Why did the line stop?' });
    await expect(dialog.getByLabel('Note (optional)')).toHaveValue('new reel');
    await dialog.getByText('Break', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save reason' }).click();
    await expect(stops.getByRole('row').nth(1)).toContainText('Planned stop');
    await expect(page.getByRole('region', { name: 'OEE of Filling' }).getByRole('definition').nth(2)).toHaveText('–');
  });
});

test('a line of the station without a line of a controller says how its downtime is recorded', async ({ page }) => {
  const client = await station.connect();
  await client.lines.add({ name: 'Packing', printers: [{ connection: 'embedded', printer: 'Line 2' }], controllerLines: [] });
  await page.goto(`${station.url}/lines/Packing?tab=downtime`);
  await expect(page.getByText('Downtime is recorded by the lines of a controller')).toBeVisible();
  await page.getByRole('button', { name: 'Go to stop rules' }).click();
  await expect(page).toHaveURL(/\/line-stops$/);
});
