import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

let station: StationProcess;

test.beforeAll(async () => {
  station = await startWithPrinters();
});

test.afterAll(async () => {
  expect(await station.stop()).toBe(0);
});

const open = async (page: Page): Promise<void> => {
  await page.goto(`${station.url}/connections`);
  await keys(page).press(page.getByRole('button', { name: 'Backups' }));
  await expect(page.getByRole('heading', { name: 'Backups', level: 1 })).toBeVisible();
};

const makeBackup = async (page: Page): Promise<void> => {
  await keys(page).press(page.getByRole('button', { name: 'Back up now' }));
  await expect(page.getByText(/^Backup created and verified \(.+\)\.$/).first()).toBeVisible();
};

test('H10 a backup is made and found under its controller, by keyboard alone', async ({ page }) => {
  await open(page);
  await makeBackup(page);
  await expect(page.getByRole('row', { name: /all data/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article', { name: 'This computer' })).toContainText(/Newest backup\s*\d+ s old/);
});

test('a backup is restored on the page, and nothing prints before a confirmation', async ({ page }) => {
  await open(page);
  await makeBackup(page);
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Printing stops while the controller restarts.');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('The backup was restored', { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Review and confirm' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume printing' }).click();
  await expect(page.getByRole('button', { name: 'Review and confirm' })).toBeHidden();
});

test('a saved backup is restored from its file, and a file that is no backup is refused', async ({ page }) => {
  await open(page);
  await makeBackup(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const file = await (await saving).path();
  await page.locator('input[type=file]').setInputFiles(file);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(/^Restore the backup of/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'a.strobe-backup', mimeType: '', buffer: Buffer.from('no backup') });
  await expect(page.getByRole('alert')).toContainText('This backup cannot be restored');
});

test('a backup of the station is restored: the page is back by itself', async ({ page }) => {
  await page.goto(`${station.url}/station-backups`);
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('The station and its own controller restart');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('The station is restarting')).toBeVisible();
  await expect(page.getByText(/^The station runs with the data of /)).toBeVisible({ timeout: 60_000 });
});

test('a set-up file is made, saved, and recognised again', async ({ page }) => {
  await page.goto(`${station.url}/station-backups`);
  await page.getByLabel('Passphrase', { exact: true }).first().fill('short');
  await page.getByRole('button', { name: 'Create set-up file' }).click();
  await expect(page.getByText('Enter at least 12 characters')).toBeVisible();
  await page.getByLabel('Passphrase', { exact: true }).first().fill('a passphrase for tests');
  await page.getByLabel('Repeat passphrase').fill('a passphrase for tests');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create set-up file' }).click();
  const file = await (await saving).path();
  await expect(page.getByText('Set-up file created.')).toBeVisible();
  await page.locator('input[accept=".strobe-setup"]').setInputFiles(file);
  await expect(page.getByText('Import the file only if the fingerprint is the one shown')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
});
