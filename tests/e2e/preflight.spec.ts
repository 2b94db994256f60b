import { expect, test } from '#support/signed-in-test.ts';
import { openService, warm, type OpenService } from '#support/open-service.ts';
import { startStation, type StationProcess } from '#support/station-process.ts';

let service: OpenService;
let station: StationProcess;

const put = (path: string, body: object) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const GOOD = '4006381333931';

test.beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await warm(service);
  const objs = [
    { type: 'EAN-13', name: 'Code', x: 10, y: 2, barHeight: 8, text: '{TABLE;GTIN}' },
    { type: 'Text', name: 'Name', x: 2, y: 15, width: 40, height: 4, text: '{TABLE;Name}', font: { family: 'Arimo', height: 3 } },
  ];
  await put('labels/Case', { format: 3, width: 50, height: 20, objs });
  const rows = [
    ['S1', GOOD, 'Oat milk'],
    ['S2', '4006381333930', 'Soy milk'],
    ['S3', GOOD, 'Milk of oats that were pressed by hand and then filled into bottles'],
    ['S3', GOOD, 'Rice milk'],
  ];
  await put('tables/Milk', { columns: ['SKU', 'GTIN', 'Name'], rows });
  station = await startStation({ flags: ['--no-embedded', '--controller', service.url] });
});

test.afterAll(async () => {
  await station.stop();
  await service.close();
});

test.describe.configure({ mode: 'serial' });

test('a table is checked before the shift: faults are listed, corrected, and checked again', async ({ page }) => {
  await page.goto(`${station.url}/tables/Milk`);
  await page.getByRole('link', { name: 'Pre-flight' }).click();
  await expect(page.getByRole('heading', { name: 'Pre-flight of Milk' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption('Case');
  await page.getByRole('combobox', { name: 'Key column' }).selectOption('SKU');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('3 problems prevent printing')).toBeVisible();
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect(row(/^2 .*EAN-13 "Code".*GTIN: 4006381333930/u)).toContainText('Correct the cell');
  await expect(row(/^3 .*too high for its box/u)).toContainText('Text "Name"');
  await expect(row(/is in other rows too/u)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Key (2)' });
  await expect(row(/too high for its box/u)).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('preflight.csv');

  const cells = [
    { row: 1, column: 'GTIN', value: GOOD },
    { row: 2, column: 'Name', value: 'Oat milk, large' },
    { row: 3, column: 'SKU', value: 'S4' },
  ];
  await service.call('/api/v3/tables/Milk/cells', { method: 'POST', body: { cells } });
  await page.reload();
  await expect(page.getByText('The table or label has changed since')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Label', exact: true })).toHaveValue('Case');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('All rows are OK')).toBeVisible();
  await expect(page.getByText('Ready to start')).toBeVisible();
});

test('a printer that requires it refuses rows, leads to the pre-flight with the same options, and loads them afterwards', async ({
  page,
}) => {
  const settings = { bounceTime: 20, whenDataIsMissing: 'continue', preflightRequired: true };
  await service.call('/api/v3/printers/Line%201/settings', { method: 'PUT', body: settings });
  const name = ['Oat milk, small', 'Soy milk', 'Oat milk, large', 'Rice milk'];
  await put('tables/Milk', { columns: ['SKU', 'GTIN', 'Name'], rows: name.map((text, index) => [`S${index}`, GOOD, text]) });
  const load = async () => {
    await page.goto(station.url);
    await page.getByRole('link', { name: 'Line 1', exact: true }).click();
    await page.getByRole('tab', { name: 'Row range' }).click();
    await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption({ label: 'Milk' });
    await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption({ label: 'Case' });
    await page.getByRole('textbox', { name: 'Number of rows' }).fill('2');
    await page.getByRole('button', { name: 'Load job', exact: true }).click();
  };
  await load();
  await expect(page.getByRole('alert').getByText('No valid pre-flight covers the selection').first()).toBeVisible();
  await page.getByRole('link', { name: 'Go to the pre-flight' }).click();
  await expect(page.getByRole('combobox', { name: 'Label', exact: true })).toHaveValue('Case');
  await expect(page.getByRole('combobox', { name: 'Printer' })).toHaveValue('Line 1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Ready to start')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change and start again' })).toBeVisible();
  await load();
  await expect(page.getByRole('region', { name: 'Next print' })).toContainText('Case · version 1');
});
