import { readFile } from 'node:fs/promises';
import { expect, test } from '#support/signed-in-test.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';
import { openPlace } from '#support/open-place.ts';

let service: OpenService;
let station: StationProcess;

const put = (path: string, body: object) => service.call(`/api/v3/${path}`, { method: 'PUT', body });

test.beforeAll(async () => {
  service = await openService({ virtualPrinters: 2 });
  await warm(service);
  await put('variables/Lot', { value: 'A1' });
  await put('variables/Spare', { value: '' });
  await put('tables/Goods', { columns: ['SKU'], rows: [['S1']] });
  for (const name of ['Case', 'Crate', 'Pallet', 'Tray']) await put(`labels/${name}`, textLabel('{VARIABLE;Lot}'));
  const job = { labelName: 'Case', tableName: 'Goods', keyColumn: 'SKU', key: 'S1' };
  await service.call('/api/v3/printers/Line%202/printJob', { method: 'POST', body: job });
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterAll(async () => {
  await station.stop();
  await service.close();
});

test('lists show the users of their items', async ({ page }) => {
  await page.goto(station.url);
  await openPlace(page, 'Labels');
  await expect(page.getByRole('article').filter({ hasText: 'Case' })).toContainText('Loaded on Line 2');
  await expect(page.getByRole('article').filter({ hasText: 'Tray' })).toContainText('Not in use');
  await openPlace(page, 'Tables');
  await expect(page.getByRole('row', { name: /Goods/ })).toContainText('Loaded on Line 2');
  await openPlace(page, 'Variables');
  await expect(page.getByRole('row', { name: /Lot/ })).toContainText('Loaded on Line 2 · Used by 4 labels: Case, Crate, Pallet and 1 more');
  await expect(page.getByRole('row', { name: /Spare/ })).toContainText('Not in use');
});

test('H18 the question before a variable is deleted names its users', async ({ page }) => {
  await page.goto(`${station.url}/variables`);
  await page.getByRole('button', { name: 'Lot', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Used by 4 labels: Case, Crate, Pallet and 1 more');
  await expect(question).toContainText('Labels that use it can no longer be printed.');
});

test('H18 the question before a table is deleted names the printer that uses it', async ({ page }) => {
  await page.goto(`${station.url}/tables/Goods`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Loaded on Line 2.');
});

test('a label is saved as a file, and created from it under another name', async ({ page }) => {
  await page.goto(`${station.url}/labels/Tray`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Export file' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Tray.json');
  const content = await readFile(await file.path());

  await openPlace(page, 'Labels');
  const read = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import file' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer });
  };
  await read('broken.json', Buffer.from('{'));
  await expect(page.getByText('is not a label file').first()).toBeVisible();
  await read('Tray, large.json', content);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Tray, large');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Tray, large', level: 1 })).toBeVisible();
  expect((await service.call('/api/v3/labels/Tray%2C%20large')).json).toEqual((await service.call('/api/v3/labels/Tray')).json);
});

test('a label is renamed with its versions and an event log entry, unless the name is taken or a printer uses it', async ({ page }) => {
  await put('labels/Pail', textLabel('Pail'));
  await put('labels/Pail', textLabel('Pail 2'));
  await page.goto(`${station.url}/labels/Pail`);
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'New name' }).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  };
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await rename('Tray');
  await expect(page.getByRole('dialog')).toContainText('This name is already in use.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await rename('Bucket');
  await expect(page.getByRole('heading', { name: 'Bucket', level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByRole('region', { name: 'Versions' })).toContainText('Version 1');

  await page.goto(`${station.url}/tables/Goods`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await rename('Wares');
  await expect(page.getByRole('dialog')).toContainText('The table "Goods" is needed by "Case" on "Line 2"');

  await page.goto(`${station.url}/variables`);
  await page.getByRole('button', { name: 'Spare', exact: true }).click();
  await rename('Reserve');
  await expect(page.getByRole('row', { name: /Reserve/ })).toContainText('Not in use');

  await page.goto(`${station.url}/alarms?tab=event-log`);
  await expect(page.getByText('Pail → Bucket').first()).toBeVisible();
});
