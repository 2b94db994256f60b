import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { programFile } from '#support/program-file.ts';
import { expect, test, type Page } from '#support/signed-in-test.ts';
import type { StationProcess } from '#support/station-process.ts';
import { keys } from './journeys/input-methods.ts';
import { startWithPrinters } from './start-with-printers.ts';

const ROOT = join(import.meta.dirname, '../..');

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

test('H10 a backup is made and found under its controller, by keyboard alone', async ({ page }) => {
  await open(page);
  await keys(page).press(page.getByRole('button', { name: 'Back up now' }));
  await expect(page.getByText(/^Backup created and verified \(.+\)\.$/).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /all data/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article', { name: 'This computer' })).toContainText(/Newest backup\s*\d+ s old/);
});

test('a backup is restored with the command shown on the page, and nothing prints before a confirmation', async ({ page }) => {
  await open(page);
  await expect(page.getByRole('heading', { name: 'Restore a backup' })).toBeVisible();
  const command = await page.getByLabel('Command to restore the backup').innerText();
  expect(command).toMatch(/^npm run controller -- restore \S+\.strobe-backup --data \S+$/);

  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('article', { name: 'This computer' })).toContainText('Switched off');
  await page.getByRole('button', { name: 'Backups' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is switched off' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeDisabled();
  await expect(page.getByRole('row', { name: /all data/ }).first()).toBeVisible();

  const restored = spawnSync(process.execPath, [programFile('controller.ts'), ...command.split(' ').slice(4)], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(restored.stdout).toContain('the controller does not print until a person confirms them');
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Review and confirm' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume printing' }).click();
  await expect(page.getByRole('button', { name: 'Review and confirm' })).toBeHidden();
});
