import { expect, test } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

test('a change is found in the audit logs of the station and of the controller, with its old and new value', async ({ page }) => {
  const { variables } = await station.connect();
  const variable = { value: 'L-1', description: '', pinned: false, userEdit: false };
  await variables.put({ connection: 'embedded', name: 'Audited', variable, expected: null });
  await variables.put({ connection: 'embedded', name: 'Audited', variable: { ...variable, value: 'L-2' }, expected: variable });
  const rows = page.getByRole('table').getByRole('row');
  const dialog = page.getByRole('dialog');

  await test.step('of the station, by a text', async () => {
    await page.goto(`${station.url}/audit-log`);
    await page.getByLabel('Search all texts').fill('L-2');
    await expect(rows.nth(1)).toContainText('Audited');
    await expect(rows).toHaveCount(2);
    await rows.nth(1).press('Enter');
    await expect(dialog).toContainText('variables.put');
    await expect(dialog).toContainText('Not signed yet: its hour is not over.');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().press('Enter');
  });

  await test.step('of the controller, with the former value', async () => {
    await page.getByLabel('Log of').selectOption('embedded');
    await page.getByLabel('Kind').selectOption('Changes and commands');
    await expect(rows.nth(1)).toContainText('Variables: changed');
    await rows.nth(1).press('Enter');
    await expect(dialog).toContainText('PUT /api/v3/variables/:name');
    await expect(dialog).toContainText('"value": "L-1"');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().press('Enter');
  });

  await test.step('and nothing is found where there is nothing', async () => {
    await page.getByLabel('Label (whole name)').fill('No such label');
    await expect(page.getByText('No matching records')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filter' }).press('Enter');
    await expect(rows.nth(1)).toBeVisible();
  });
});
